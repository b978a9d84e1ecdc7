import { connect } from 'node:net'

export type RawAnswer = { status: number; head: string; text: string }

type RawRequest = {
  method?: string
  /** Sent unchanged in the request line, valid or not. */
  target: string
  /** Complete lines that replace the default ones. */
  headers?: readonly string[]
  body?: string
}

/**
 * The site gives up after eight seconds; on a busy machine it may wait that long before it runs.
 */
const PATIENCE_MILLISECONDS = 40_000

/** Sends one request as bytes, so that it can be malformed. */
export function sendRaw(
  site: string,
  { method = 'GET', target, headers = [], body = '' }: RawRequest,
): Promise<RawAnswer> {
  const { hostname, port, host } = new URL(site)
  const content = Buffer.from(body, 'utf8')
  const hasHost = headers.some((line) => /^host:/i.test(line))
  const head = [
    `${method} ${target} HTTP/1.1`,
    ...(hasHost ? [] : [`Host: ${host}`]),
    ...headers,
    'Connection: close',
    ...(content.length > 0 ? [`Content-Length: ${content.length}`] : []),
  ]
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>()
  const chunks: Buffer[] = []
  const socket = connect({ host: hostname, port: Number(port) })
  socket.setTimeout(PATIENCE_MILLISECONDS, () =>
    socket.destroy(new Error(`no answer to ${method} ${target}`)),
  )
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  // The response to an oversized form may arrive before the form has been sent.
  socket.on('error', (error) => (chunks.length > 0 ? finish() : reject(error)))
  socket.on('end', finish)
  socket.write(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), content]))
  return promise

  function finish() {
    const answer = Buffer.concat(chunks).toString('utf8')
    const end = answer.indexOf('\r\n\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
    resolve({ status, head: answer.slice(0, end), text: answer.slice(end + 4) })
    socket.destroy()
  }
}
