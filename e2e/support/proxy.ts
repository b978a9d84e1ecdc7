import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

const LOOK_MILLISECONDS = 100

/**
 * A plain reverse proxy: it takes the sites in turn, leaves out those that are not ready, and never
 * tries a second one. It answers 502 if a site refuses a connection or drops a request.
 */
export async function openProxy(sites: readonly string[]) {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set(sites)
  const dropped: string[] = []
  const served = new Map<string, number>()
  let turn = 0
  const look = async (site: string) => {
    const { ok } = await fetch(`${site}/readyz`).catch(() => ({ ok: false }))
    if (ok) ready.add(site)
    else ready.delete(site)
  }
  const looking = setInterval(() => sites.forEach((site) => void look(site)), LOOK_MILLISECONDS)
  const server = createServer((incoming, outgoing) => {
    const site = [...ready][turn++ % ready.size]
    if (!site) return fail('no site is ready')
    const { method, url = '/', headers } = incoming
    const asked = request(new URL(url, site), { agent, method, headers }, (answer) => {
      served.set(site, (served.get(site) ?? 0) + 1)
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    asked.on('error', ({ message }) => fail(message))
    incoming.pipe(asked)

    function fail(message: string): void {
      dropped.push(message)
      outgoing.writeHead(502).end()
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The reasons of all requests that a site refused or dropped. */
    dropped,
    /** The sites that are ready, as far as the proxy knows. */
    ready,
    /** The number of responses of each site. */
    served,
    close() {
      clearInterval(looking)
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}
