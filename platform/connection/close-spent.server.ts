import type { Client, Pool, PoolClient } from 'pg'

import { isConnectionSpent } from './database-trouble.server.ts'

/**
 * Closes a connection whose server is gone, and those that stand idle, since they lead to the same server:
 * otherwise each would cost a visitor their page. Without this, all connections stayed dead for a
 * quarter of an hour after the host of the database was lost, although its successor was up.
 */
export function closeSpent(pool: Pool): void {
  const idle = new Set<PoolClient>()
  const spent = new WeakSet<PoolClient>()
  const close = (client: PoolClient) => {
    spent.add(client)
    void (client as unknown as Client).end()
    const others = [...idle]
    idle.clear()
    // To the pool an idle connection with an error is one that is lost.
    for (const other of others) other.emit('error', new Error('its server is gone'))
  }
  pool.on('acquire', (client) => idle.delete(client))
  pool.on('remove', (client) => idle.delete(client))
  pool.on('release', (_fault, client) => {
    if (!spent.has(client)) idle.add(client)
  })
  pool.on('connect', (client) => watch(client, close))
}

function watch(client: PoolClient, close: (client: PoolClient) => void): void {
  const ask = client.query.bind(client) as (...asked: unknown[]) => unknown
  client.query = ((...asked: unknown[]) => {
    const answer = ask(...asked)
    if (answer instanceof Promise) {
      answer.catch((error: unknown) => {
        if (isConnectionSpent(error)) close(client)
      })
    }
    return answer
  }) as typeof client.query
}
