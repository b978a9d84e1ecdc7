import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Messages of a browser about failed requests, which are no faults of a page. */
export const OF_NO_NETWORK = /net::ERR_|Failed to fetch/

export type MobileNetwork = Awaited<ReturnType<typeof openMobileNetwork>>

/**
 * The way of one phone to a site: bytes pass as they are. It can be cut, as by a tunnel: everything
 * open on it ends, and every attempt meanwhile fails. A browser that only pretends to be offline
 * still sends some requests (docs/testing.md), so a test that counts what arrived needs this.
 */
export async function openMobileNetwork(site: string) {
  const { hostname, port } = new URL(site)
  const sockets = new Set<Socket>()
  let isCut = false
  let isSilent = false
  let triedInVain = 0
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
  }
  const server = createServer((phone) => {
    keep(phone)
    if (isCut) {
      triedInVain += 1
      phone.destroy()
      return
    }
    if (isSilent) {
      phone.resume()
      triedInVain += 1
      return
    }
    const there = connect(Number(port), hostname)
    keep(there)
    phone.on('close', () => there.destroy())
    there.on('close', () => phone.destroy())
    phone.pipe(there).pipe(phone)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const endAll = () => sockets.forEach((socket) => socket.destroy())
  return {
    /** The site, as the phone knows it. */
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The connections that were tried since it was cut. */
    triedInVain: () => triedInVain,
    cut() {
      isCut = true
      triedInVain = 0
      endAll()
    },
    /** From now on nothing is refused and nothing is answered. */
    fallSilent() {
      isSilent = true
      triedInVain = 0
      endAll()
    },
    restore() {
      isCut = false
      isSilent = false
    },
    close() {
      server.close()
      endAll()
    },
  }
}
