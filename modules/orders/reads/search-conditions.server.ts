import { sql, type RawBuilder } from 'kysely'

import type { OrderStatus } from '#modules/orders/order/order-status.ts'
import type { SaleChannel } from '#modules/orders/order/sale-channel.ts'
import { spellingsOf } from '#modules/orders/order/search-text.ts'
import { PROVIDER_IDS } from '#modules/payments/provider.ts'
import { startOfDay } from '#platform/time.ts'

import type { Reading } from './search-query.ts'

/*
 * The search for bookings as conditions of SQL. Each uses an index of migration 0033 or a key, so
 * that it is as fast among half a million orders as among ten.
 */

/** Conditions on `orders` (as `o`) or on their bookings (as `b`) with their departures (as `d`). */
type Condition = RawBuilder<unknown>

/** Limits a search to some bookings; an absent filter limits nothing. */
export type SearchFilters = {
  /** First and last date of a journey, both included. */
  from?: Temporal.PlainDate | undefined
  to?: Temporal.PlainDate | undefined
  routeId?: string | undefined
  status?: OrderStatus | undefined
  channel?: SaleChannel | undefined
  /** Only orders with a payment or refund that waits for a decision. */
  moneyWaits?: boolean | undefined
}

/**
 * The orders that a reading means, as a query of `order_id`. One that compares columns of the order
 * itself leaves out those that do not fit the filters; the others mean few.
 */
export function ordersMeantBy(
  reading: Reading,
  hasTrigrams: boolean,
  filters: SearchFilters,
): Condition {
  if (comparesOrders(reading)) {
    const isMeant = orderIsMeantBy(reading, hasTrigrams)
    return sql`select order_id from orders as o where ${isMeant} and ${orderFits(filters)}`
  }
  if (reading.by === 'document') {
    const { series, number } = reading
    return sql`select order_id from receipts where series = ${series} and number = ${number}`
  }
  if (reading.by === 'wheelchair') {
    return sql`select order_id from bookings where wheelchair_number = ${reading.number}`
  }
  if (reading.by === 'card') {
    return sql`select payable_id as order_id from payments where card_last4 = ${reading.last4}`
  }
  return reading.by === 'link' ? ordersOpenedBy(reading.token) : ordersPaidBy(reading.id)
}

function ordersOpenedBy(token: string): Condition {
  return sql`
    select order_id from orders where manage_id = ${token}
    union all select order_id from tickets join bookings using (booking_id) where ticket_id = ${token}
    union all select payable_id from payments where payment_id = ${token}`
}

function ordersPaidBy(id: string): Condition {
  return sql`
    select payable_id as order_id from payments where payment_id = ${id} or merchant_ref = ${id}
    union all select payable_id from payments
      where provider in (${sql.join(PROVIDER_IDS)}) and provider_ref = ${id}
    union all select payable_id from refunds join payments using (payment_id)
      where refund_id = ${id} or refunds.provider_ref = ${id}`
}

type OnOrders = Extract<
  Reading,
  { by: 'reference' | 'phone' | 'reference-start' | 'email' | 'words' }
>

/** Whether a reading compares columns of the order itself, so that it may mean very many. */
export function comparesOrders(reading: Reading): reading is OnOrders {
  return ['reference', 'phone', 'reference-start', 'email', 'words'].includes(reading.by)
}

export function orderIsMeantBy(reading: OnOrders, hasTrigrams: boolean): Condition {
  if (reading.by === 'reference') return sql`o.reference = ${reading.reference}`
  if (reading.by === 'reference-start') return sql`o.reference like ${`${reading.start}%`}`
  if (reading.by === 'phone') return hasDigits(reading.digits)
  if (reading.by === 'email') {
    return hasTrigrams ? hasAddress(reading.fragment) : beginsAWord(reading.fragment)
  }
  const eachWord = reading.words.map((word) => hasWord(word, hasTrigrams))
  return sql.join(eachWord, sql` and `)
}

/**
 * The index is asked for what stands before the sign alone, if anything does: the rest is that of
 * very many addresses, and would be looked for among all of them.
 */
function hasAddress(fragment: string): Condition {
  const [before = ''] = fragment.split('@')
  const isWhole = sql`o.search like ${`%${escapeLike(fragment)}%`}`
  if (before.length < MIN_FRAGMENT) return isWhole
  return sql`o.search like ${`%${escapeLike(before)}%`} and strpos(o.search, ${fragment}) > 0`
}

/** Fewer letters have no trigram of their own. */
const MIN_FRAGMENT = 3

/**
 * The number from its beginning, with or without the code of Cyprus, or its last digits. Zeros before
 * it are dialled, and not part of it.
 */
function hasDigits(digits: string): Condition {
  const number = digits.replace(/^0+/, '')
  return sql`(o.contact_phone like ${`+${number}%`} or o.contact_phone like ${`+357${number}%`}
    or reverse(o.contact_phone) like reverse(${number}) || '%')`
}

/**
 * Any fragment of three letters or more; two letters must begin a word, to have an index. Several
 * forms are one pattern, which the index looks up at once: a condition for each would read a list of
 * orders for each.
 */
function hasWord(word: string, hasTrigrams: boolean): Condition {
  const asTyped = word.toLowerCase()
  const forms = [
    ...new Set([...spellingsOf(word), ...(/^[\w.+-]+$/.test(asTyped) ? [asTyped] : [])]),
  ]
  if (!hasTrigrams) {
    return sql`(${sql.join(
      forms.map((form) => beginsAWord(form)),
      sql` or `,
    )})`
  }
  const fragments = forms.map((form) => (form.length < MIN_FRAGMENT ? ` ${form}` : form))
  const [only = '', ...others] = fragments
  if (others.length === 0) return sql`o.search like ${`%${escapeLike(only)}%`}`
  return sql`o.search ~ ${fragments.map(escapePattern).join('|')}`
}

/** Without trigrams: a word of the text begins so. */
function beginsAWord(form: string): Condition {
  const quoted = `'${form.replaceAll('\\', '\\\\').replaceAll("'", "''")}':*`
  return sql`array_to_tsvector(string_to_array(o.search, ' ')) @@ ${quoted}::tsquery`
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}

function escapePattern(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`)
}

/** Whether a booking (`b`, on departure `d`) is one that the filters ask for. */
export function journeyFits({ from, to, routeId }: SearchFilters): Condition {
  const conditions = [
    sql`b.state in ('live', 'cancelled')`,
    ...(from ? [sql`b.departs_at >= ${startOfDay(from)}`] : []),
    ...(to ? [sql`b.departs_at < ${startOfDay(to.add({ days: 1 }))}`] : []),
    ...(routeId ? [sql`d.route_id = ${routeId}`] : []),
  ]
  return sql.join(conditions, sql` and `)
}

/** Whether an order (`o`) is one that the filters ask for. */
export function orderFits({ status, channel, moneyWaits }: SearchFilters): Condition {
  const conditions = [
    ...(status ? [sql`o.status = ${status}`] : []),
    ...(channel ? [sql`o.channel = ${channel}`] : []),
    ...(moneyWaits ? [HAS_WAITING_MONEY] : []),
  ]
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
}

/** Waiting for people, as modules/support lists it. */
const HAS_WAITING_MONEY = sql`o.order_id in (
  select payable_id from payments where state = 'review' and decision is null
  union all select payable_id from payments where disputed and dispute_outcome is null
  union all select payable_id from refunds join payments using (payment_id)
    where refunds.state in ('needs-attention', 'failed'))`
