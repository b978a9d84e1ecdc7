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

type Sending = {
  store: Store
  protocol: Protocol
  secret: string
  /** The one shop that is called, if it is on another machine. */
  shopUrl?: string | undefined
}

export function startWebhooks({ store, protocol, secret, shopUrl }: Sending): Webhooks {
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
      else store.noteFailure(delivery.deliveryId, nextTry(order, delivery))
    }
  }

  async function deliver(order: Order, { tries, body: text }: Delivery) {
    const { faultSettings, notifyUrl } = order
    if (tries < faultSettings.drop) return false
    if (!calledAt(notifyUrl, shopUrl)) return false
    const isForged = tries < faultSettings.drop + faultSettings.wrong_signature
    const event = { ...(JSON.parse(text) as Omit<ToldEvent, 'body'>), body: text }
    const letter = { secret: isForged ? `not ${secret}` : secret, now: now() }
    const callback = protocol.callback(event, order, letter)
    if (!callback) return true
    const { method, url, headers, body } = callback
    try {
      const response = await fetch(calledAt(url, shopUrl) ?? '', {
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

  /** Null for a shop that is never called, so that a retry is pointless. */
  function nextTry({ notifyUrl }: Order, { tries }: Delivery) {
    const pause = protocol.pauseAfter(tries + 1)
    if (calledAt(notifyUrl, shopUrl) && pause !== null) return now().add({ seconds: pause })
    log.warn({ tries: tries + 1 }, 'Bank: a callback is given up')
    return null
  }
}

/**
 * The address to call in place of the one that an order names: always at the shop that was set, or
 * else on this machine. The sandbox must not be a way to reach others, so otherwise there is none.
 */
export function calledAt(url: string, shopUrl: string | undefined): string | undefined {
  if (!shopUrl) return isLoopback(url) ? url : undefined
  const { pathname, search } = new URL(url)
  // Set one by one: resolved against the shop, a path that begins with // would name another host.
  return Object.assign(new URL(shopUrl), { pathname, search }).href
}

function isLoopback(url: string): boolean {
  const { hostname, protocol } = new URL(url)
  const isHere =
    hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
  return isHere && protocol === 'http:'
}
