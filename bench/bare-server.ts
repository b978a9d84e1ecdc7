import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/* The yardstick: the least that a server in Node can do, sending the same bytes again and again. */

const { headers, body } = JSON.parse(readFileSync(process.env.ANSWER ?? '', 'utf8')) as {
  headers: [string, string][]
  body: string
}
const bytes = Buffer.from(body, 'base64')
const server = createServer((_request, response) => {
  for (const [name, value] of headers) response.setHeader(name, value)
  response.end(bytes)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`)
})
