import { now } from '#platform/clock.server.ts'
import { log } from '#platform/log.server.ts'

import type { ToldEvent } from './events.ts'
import type { Order } from './order.ts'
import type { Protocol } from './protocol.ts'
import type { Delivery, Store } from './store.server.ts'

/*
 * Tells shops what happened to their orders, again and again until they answer. What is to be told
 * stands in the books, so a bank that was killed goes on where it was; a shop hears some of it twice.
 */

const TICK_MILLISECONDS = 200
const PATIENCE_MILLISECONDS = 5000

export type Webhooks = {
  /** Sends what is due about an order, or with `everything` all that waits, and waits for answers. */
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
      return false // refused, cut or silent: the same to us, we come again
    }
  }
}

/** Nobody outside this machine is ever called, and there is no use in trying again. */
function nextTry(protocol: Protocol, { notifyUrl }: Order, { tries }: Delivery) {
  const pause = protocol.pauseAfter(tries + 1)
  if (isLoopback(notifyUrl) && pause !== null) return now().add({ seconds: pause })
  log.warn({ tries: tries + 1 }, 'Bank: a callback is given up')
  return null
}

/** The bank is a toy: it must not be a way to reach other machines from this one. */
export function isLoopback(url: string): boolean {
  const { hostname, protocol } = new URL(url)
  const isHere =
    hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
  return isHere && protocol === 'http:'
}
