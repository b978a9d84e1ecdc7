import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Module = typeof import('./readiness.server.ts')

let server: Server
let port: number
let letGo: () => void
beforeEach(async () => {
  vi.resetModules()
  const held = Promise.withResolvers<void>()
  letGo = held.resolve
  server = createServer((request, response) => {
    const end = () => response.end('whole')
    if (request.url === '/slow') void held.promise.then(end)
    else end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  port = (server.address() as AddressInfo).port
})
afterEach(() => {
  letGo()
  server.closeAllConnections()
  vi.unstubAllEnvs()
})

/** One visitor with a connection that stays open. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

async function visit(path: string): Promise<IncomingMessage> {
  const asked = get({ host: '127.0.0.1', port, path, agent })
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  return answer
}

async function load(): Promise<Module> {
  return import('./readiness.server.ts')
}

test('a process with its database is ready, and without it is not', async () => {
  expect(await (await load()).isReady()).toBe(true)
  vi.resetModules()
  vi.stubEnv('DATABASE_URL', 'postgres://site@localhost/halcyon?host=%2Fnowhere')
  expect(await (await load()).isReady()).toBe(false)
})

test('while a process leaves it is not ready, still answers, and closes each connection', async () => {
  const { drain, isReady } = await load()
  expect((await visit('/')).headers.connection).toBe('keep-alive')
  const hurry = new AbortController()
  const over = drain(server, { seconds: 3600, hurry: hurry.signal })
  expect(await isReady()).toBe(false)
  expect((await visit('/')).headers.connection).toBe('close')
  expect(server.listening).toBe(true)
  hurry.abort()
  await over
  await expect(visit('/')).rejects.toThrow('ECONNREFUSED')
})

test('a request under way when the port closes gets its response', async () => {
  const { drain } = await load()
  const answer = visit('/slow')
  await once(server, 'request')
  let isOver = false
  const over = drain(server, { seconds: 0, hurry: AbortSignal.abort() }).then(() => (isOver = true))
  await vi.waitFor(() => expect(server.listening).toBe(false))
  expect(isOver).toBe(false)
  letGo()
  expect((await answer).statusCode).toBe(200)
  await over
})
