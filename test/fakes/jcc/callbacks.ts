import { createHmac, sign, type KeyObject } from 'node:crypto'

import type { Callback, ToldEvent } from '#bank/events.ts'
import { refundedOf, type EventType, type Order, type Refund } from '#bank/order.ts'

import { referenceOf } from './answers.ts'

/* The callbacks that the fake gateway sends to shops, and their signatures. */

export type Signing = { token: string } | { privateKey: KeyObject }

/** The only events with a callback: card decisions, chargebacks and `decline.do` have none. */
const OPERATIONS: Partial<Record<EventType, { operation: string; status: '0' | '1' }>> = {
  'order.card_declined': { operation: 'deposited', status: '0' },
  'order.declined': { operation: 'deposited', status: '0' },
  'order.paid': { operation: 'deposited', status: '1' },
  'order.expired': { operation: 'declinedByTimeout', status: '1' },
  'refund.succeeded': { operation: 'refunded', status: '1' },
  'refund.failed': { operation: 'refunded', status: '0' },
}

/** Callbacks may be late: each keeps the refund that was next in line when it was first sent. */
export function startTelling() {
  const told = new Map<string, { type: string; refund: Refund }>()
  return ({ id, type }: ToldEvent, { refunds }: Order): Refund | undefined => {
    if (!type.startsWith('refund.')) return undefined
    const isTold = (one: Refund) =>
      [...told.values()].some((other) => other.type === type && other.refund.id === one.id)
    const isMeant = ({ state }: Refund) => type === 'refund.succeeded' || state === 'failed'
    const refund = told.get(id)?.refund ?? refunds.find((one) => isMeant(one) && !isTold(one))
    if (refund) told.set(id, { type, refund })
    return refund
  }
}

export function parametersOf(
  { type, created }: ToldEvent,
  order: Order,
  refund: Refund | undefined,
): Record<string, string> | undefined {
  const told = OPERATIONS[type as EventType]
  if (!told) return undefined
  const { operation, status } = told
  return {
    status,
    orderNumber: order.merchantRef,
    mdOrder: order.id,
    operation,
    amount: String(order.amount),
    callbackCreationDate: created,
    ...(refund && {
      refNum: referenceOf(refund),
      operationRefundedAmount: String(refund.amount),
      refundedAmount: String(refundedOf(order)),
      ...(refund.refundId !== null && { externalRefundId: refund.refundId }),
    }),
  }
}

/**
 * The checksum from the reference: `name;value;` sorted by name, HMAC-SHA256 or RSA with SHA-512,
 * in hex.
 */
export function checksumOf(parameters: Record<string, string>, signing: Signing): string {
  const names = Object.keys(parameters).toSorted()
  const text = names.map((name) => `${name};${parameters[name]};`).join('')
  const bytes =
    'token' in signing
      ? createHmac('sha256', signing.token).update(text).digest()
      : sign('RSA-SHA512', Buffer.from(text), signing.privateKey)
  return bytes.toString('hex').toUpperCase()
}

export function makeCallback(
  url: string,
  method: 'GET' | 'POST',
  parameters: Record<string, string>,
  signing: Signing,
): Callback {
  const sent = new URLSearchParams({ ...parameters, checksum: checksumOf(parameters, signing) })
  if ('privateKey' in signing) sent.set('sign_alias', 'SHA-256 with RSA')
  if (method === 'GET') return { method, url: `${url}?${sent}`, headers: {} }
  return {
    method,
    url,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: sent.toString(),
  }
}
