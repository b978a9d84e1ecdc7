import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/*
 * A line that can be in trouble, before the database, the mail server or anything else that speaks
 * over TCP. It knows nothing of what is said on it, so the trouble is the real one.
 */

/**
 * refuses        every line, old and new, is hung up
 * refuses-new    old ones go on
 * is-silent      nothing arrives, either way
 * old-are-silent as when the machine at the far end is gone, and another one has taken its place
 */
export type Trouble = 'none' | 'refuses' | 'refuses-new' | 'is-silent' | 'old-are-silent'

export type Wire = {
  port: number
  is: (trouble: Trouble) => void
  /** As soon as this has gone through to the far end, the line is cut, before the answer comes. */
  cutAfter: (text: string) => void
  stop: () => Promise<void>
}

type Target = { path: string } | { port: number; host: string }
type Pair = { near: Socket; far: Socket }

export async function openWire(target: Target): Promise<Wire> {
  const pairs = new Set<Pair>()
  let trouble: Trouble = 'none'
  let lastWord: string | undefined
  const server = createServer((near) => {
    if (trouble.startsWith('refuses')) {
      near.destroy()
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
          // The far end has it and acts on it; only nobody hears of that.
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
    if (trouble === 'is-silent') hush(pair)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  function hush({ near, far }: Pair): void {
    near.pause()
    far.pause()
  }
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
    cutAfter(text) {
      lastWord = text
    },
    async stop() {
      hangUp()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A line to the database at this address, and the address to reach it by. */
export async function wireToDatabase(address: string): Promise<Wire & { url: string }> {
  const url = new URL(address)
  const folder = url.searchParams.get('host')
  const port = Number(url.port || 5432)
  const target = folder?.startsWith('/')
    ? { path: `${folder}/.s.PGSQL.${port}` }
    : { host: folder ?? url.hostname, port }
  const wire = await openWire(target)
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${wire.port}`
  return { ...wire, url: url.href }
}
