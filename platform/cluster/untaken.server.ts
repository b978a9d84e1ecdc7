import type { Worker } from 'node:cluster'

/** Messages of node:cluster, which it does not document: a connection for a worker, and the receipt. */
type Given = { act?: string; seq?: number }
type Receipt = { ack?: number }
type Connection = { close: () => void }
type Send = (message: Given, connection?: Connection, ...more: unknown[]) => boolean

/**
 * Closes the connections that a worker was given and had not taken when it died. Without this the
 * primary keeps them open for ever, and their visitors wait until they give up.
 */
export function closeUntaken(worker: Worker): void {
  const channel = worker.process
  const untaken = new Map<number, Connection>()
  const send = channel.send.bind(channel) as Send
  const watch: Send = (message, connection, ...more) => {
    if (connection && message.act === 'newconn') untaken.set(message.seq ?? 0, connection)
    return send(message, connection, ...more)
  }
  channel.send = watch as typeof channel.send
  channel.on('internalMessage', ({ ack }: Receipt) => void (ack && untaken.delete(ack)))
  worker.once('exit', () => {
    for (const connection of untaken.values()) connection.close()
    untaken.clear()
  })
}
