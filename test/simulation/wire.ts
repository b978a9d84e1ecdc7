import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/*
 * A connection that can fail, in front of the database, the mail server or any other TCP server. It
 * does not parse the traffic, so the faults are real ones.
 */

/**
 * refuses        hangs up every connection, old and new
 * refuses-new    keeps existing connections
 * is-silent      passes no bytes in either direction
 * old-are-silent only new connections work, as after a failover to another machine
 * keeps-waiting  new connections get no answer yet; once this is over, they get it
 * is-slow        new connections get their first answer after three seconds
 */
export type Trouble =
  | 'none'
  | 'refuses'
  | 'refuses-new'
  | 'is-silent'
  | 'old-are-silent'
  | 'keeps-waiting'
  | 'is-slow'

const SLOW_MILLISECONDS = 3000

export type Wire = {
  port: number
  is: (trouble: Trouble) => void
  /** Connections that were opened so far. */
  opened: () => number
  /** Cuts the connection as soon as this text has reached the far end, before the response. */
  cutAfter: (text: string) => void
  /** Resolves at the first connection that is refused. */
  wasRefused: () => Promise<void>
  stop: () => Promise<void>
}

type Target = { path: string } | { port: number; host: string }
type Pair = { near: Socket; far: Socket }

export async function openWire(target: Target): Promise<Wire> {
  const pairs = new Set<Pair>()
  let trouble: Trouble = 'none'
  let lastWord: string | undefined
  let opened = 0
  const { promise: refused, resolve: refuse } = Promise.withResolvers<void>()
  const server = createServer((near) => {
    if (trouble.startsWith('refuses')) {
      near.destroy()
      refuse()
      return
    }
    const pair = { near, far: connect(target as { path: string }) }
    pairs.add(pair)
    for (const [from, to] of [
      [near, pair.far],
      [pair.far, near],
    ] as const) {
      from.on('data', (bytes: Buffer) => {
        to.write(bytes)
        if (from === near && lastWord && bytes.includes(lastWord)) {
          lastWord = undefined
          // The far end has received it and acts on it, but its response is lost.
          near.destroy()
        }
      })
      from.on('error', () => {})
      from.on('close', () => {
        if (from === near) pair.far.end()
        else near.destroy()
        pairs.delete(pair)
      })
    }
    opened++
    begin(pair, trouble)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  function hangUp(): void {
    for (const { near, far } of pairs) {
      near.destroy()
      far.destroy()
    }
  }
  return {
    port: (server.address() as AddressInfo).port,
    is(next) {
      trouble = next
      if (trouble === 'refuses') hangUp()
      if (trouble.endsWith('silent')) for (const pair of pairs) hush(pair)
      if (trouble === 'none') {
        for (const { near, far } of pairs) {
          near.resume()
          far.resume()
        }
      }
    },
    opened: () => opened,
    cutAfter(text) {
      lastWord = text
    },
    wasRefused: () => refused,
    async stop() {
      hangUp()
      server.close()
      await once(server, 'close')
    },
  }
}

function begin(pair: Pair, trouble: Trouble): void {
  if (trouble === 'is-silent') hush(pair)
  if (trouble === 'keeps-waiting' || trouble === 'is-slow') pair.far.pause()
  if (trouble === 'is-slow') setTimeout(() => pair.far.resume(), SLOW_MILLISECONDS)
}

function hush({ near, far }: Pair): void {
  near.pause()
  far.pause()
}

/** A connection to the database at this address, and the address for using it. */
/** A connection on which the driver gives up a query as it does for visitors. */
export async function wireToDatabase(address: string): Promise<Wire & { url: string }> {
  const url = new URL(address)
  const folder = url.searchParams.get('host')
  const port = Number(url.port || 5432)
  const target = folder?.startsWith('/')
    ? { path: `${folder}/.s.PGSQL.${port}` }
    : { host: folder ?? url.hostname, port }
  const wire = await openWire(target)
  for (const name of ['host', 'query_timeout']) url.searchParams.delete(name)
  url.host = `127.0.0.1:${wire.port}`
  return { ...wire, url: url.href }
}
