import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import type { AddressInfo } from 'node:net'

/** Serves an app on a free port of this machine. */
export async function openPort(app: Hono): Promise<{ origin: string; stop: () => Promise<void> }> {
  const server = createAdaptorServer({ fetch: app.fetch })
  await new Promise<void>((opened) => void server.listen(0, '127.0.0.1', opened))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((closed) => {
        server.close(() => closed())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}
