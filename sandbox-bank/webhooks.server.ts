import { now } from '#platform/clock.server.ts'
import { log } from '#platform/log.server.ts'

import type { ToldEvent } from './events.ts'
import type { Order } from './order.ts'
import type { Protocol } from './protocol.ts'
import type { Delivery, Store } from './store.server.ts'

/*
 * Sends shops the events of their orders, and retries until they respond. Pending events are in the
 * database, so a bank that was killed continues; a shop gets some of them twice.
 */

const TICK_MILLISECONDS = 200
const PATIENCE_MILLISECONDS = 5000

export type Webhooks = {
  /**
   * Sends the due callbacks of an order, or with `everything` all pending ones, and waits for the
   * responses.
   */
  tell(orderId: string, options?: { everything?: boolean }): Promise<void>
  stop(): Promise<void>
}

type Sending = { store: Store; protocol: Protocol; secret: string }

export function startWebhooks({ store, protocol, secret }: Sending): Webhooks {
  const stopping = new AbortController()
  /** One delivery at a time for each order, so that an order's events keep their order. */
  const queues = new Map<string, Promise<void>>()
  const ticking = setInterval(tick, TICK_MILLISECONDS)
  ticking.unref()
  return {
    tell,
    async stop() {
      clearInterval(ticking)
      stopping.abort()
      await Promise.all(queues.values())
    },
  }

  function tick() {
    for (const id of store.listWaking(now())) store.visitOrder(id, now())
    for (const id of store.listOrdersToTell(now())) if (!queues.has(id)) void tell(id)
  }

  function tell(orderId: string, { everything = false } = {}): Promise<void> {
    const queue = (queues.get(orderId) ?? Promise.resolve())
      .then(() => deliverAll(orderId, everything))
      .catch((error: unknown) => log.error({ err: error }, 'Bank: callbacks have trouble'))
      .finally(() => queues.get(orderId) === queue && queues.delete(orderId))
    queues.set(orderId, queue)
    return queue
  }

  async function deliverAll(orderId: string, everything: boolean): Promise<void> {
    const order = store.visitOrder(orderId, now())?.order
    if (!order) return
    const due = store.listDeliveries(orderId, everything ? null : now())
    for (const delivery of order.faultSettings.reorder ? due.toReversed() : due) {
      if (stopping.signal.aborted) return
      const arrived = await deliver(order, delivery)
      if (stopping.signal.aborted && !arrived) return
      if (arrived) store.noteArrival(delivery.deliveryId)
      else store.noteFailure(delivery.deliveryId, nextTry(protocol, order, delivery))
    }
  }

  async function deliver(order: Order, { tries, body: text }: Delivery) {
    const { faultSettings, notifyUrl } = order
    if (tries < faultSettings.drop) return false
    if (!isLoopback(notifyUrl)) return false
    const isForged = tries < faultSettings.drop + faultSettings.wrong_signature
    const event = { ...(JSON.parse(text) as Omit<ToldEvent, 'body'>), body: text }
    const letter = { secret: isForged ? `not ${secret}` : secret, now: now() }
    const callback = protocol.callback(event, order, letter)
    if (!callback) return true
    const { method, url, headers, body } = callback
    try {
      const response = await fetch(url, {
        method,
        headers,
        ...(body !== undefined && { body }),
        redirect: 'manual',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(PATIENCE_MILLISECONDS)]),
      })
      await response.body?.cancel()
      return response.ok
    } catch {
      return false // refused, cut or silent: all are retried
    }
  }
}

/** Undefined for a shop on another machine, which is never called, so a retry is pointless. */
function nextTry(protocol: Protocol, { notifyUrl }: Order, { tries }: Delivery) {
  const pause = protocol.pauseAfter(tries + 1)
  if (isLoopback(notifyUrl) && pause !== null) return now().add({ seconds: pause })
  log.warn({ tries: tries + 1 }, 'Bank: a callback is given up')
  return null
}

/** Only this machine may be called: the sandbox must not be a way to reach others. */
export function isLoopback(url: string): boolean {
  const { hostname, protocol } = new URL(url)
  const isHere =
    hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
  return isHere && protocol === 'http:'
}
