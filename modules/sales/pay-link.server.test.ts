import { beforeEach, describe, expect, test } from 'vitest'

import { extendHoldByStaff } from '#modules/orders/office/extend-hold.server.ts'
import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import type { Cashier } from '#modules/payments/till/till-entry.ts'
import { MAX_HOLD_MINUTES } from '#modules/rules/rules.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { listJobs, sendMailNow } from '#test/simulation/jobs.ts'
import { asks } from '#test/simulation/office.ts'
import { addSeller, listAudit, saleOf } from '#test/simulation/sales.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import {
  comeBack,
  countPlacesTaken,
  findOrderRow,
  listMails,
  ride,
} from '#test/simulation/travellers.ts'

import { EXPIRE_SALE, expireSale } from './expire-sale.server.ts'
import { findLinkedSale, payByLink } from './pay-link.server.ts'
import { sendLinkAgain } from './sell-again.server.ts'
import { sendPaymentLink } from './sell.server.ts'

const simulation = openSimulation()
let by: Cashier
let bus: string
beforeEach(async () => {
  by = await addSeller()
  bus = await anyBus()
})

describe('a link for a caller', () => {
  test('holds the seats, is mailed in their language, and is paid on the ordinary page', async () => {
    const { orderId, manageId } = await sent({ locale: 'el' })
    expect(await countPlacesTaken(bus)).toBe(2)
    expect(await listMails(orderId)).toMatchObject([
      { kind: 'payment-link', address: 'anna@example.com' },
    ])
    expect(await listAudit(`order:${orderId}`)).toMatchObject([
      { actor: `staff:${by.staffId}`, action: 'link-sent', after: { totalCents: 3600 } },
    ])
    const payment = await press(manageId)
    await simulation.bank.payAtBank(payment.redirectUrl ?? '', 'good')
    expect(await comeBack(payment.paymentId)).toMatchObject({ outcome: 'confirmed' })
    expect(await findLinkedSale(manageId, 'el', now())).toEqual({ is: 'paid' })
    expect(await findOrderRow(orderId)).toMatchObject({ channel: 'phone', soldBy: by.staffId })
    expect(await listTickets(orderId, 'el', now())).toHaveLength(1)
  })

  test('has a mail with the deadline and the link, which is not sent once it is too late', async () => {
    const { manageId } = await sent()
    const { mailId } = await lastMail()
    await sendMailNow(mailId)
    const { raw } = await db
      .selectFrom('mailboxMessages')
      .select('raw')
      .orderBy('receivedAt', 'desc')
      .executeTakeFirstOrThrow()
    expect(raw.toString()).toContain(`/pay/${manageId}`)
    await sent()
    const late = await lastMail()
    await sendMailNow(late.mailId, now().add({ minutes: 56 }))
    expect(await lastMail()).toMatchObject({ state: 'needless' })
  })

  test('can be opened again by a caller who left its payment page', async () => {
    const { manageId } = await sent()
    const first = await press(manageId)
    await simulation.bank.leaveForGood(first.redirectUrl ?? '')
    await comeBack(first.paymentId)
    const second = await press(manageId)
    expect(second.paymentId).not.toBe(first.paymentId)
    await simulation.bank.payAtBank(second.redirectUrl ?? '', 'good')
    expect(await comeBack(second.paymentId)).toMatchObject({ outcome: 'confirmed' })
  })

  test('sent twice is one sale and one mail', async () => {
    const sale = saleOf(by, ride(bus, 'A', 'C'))
    const [one, other] = await Promise.all([sendPaymentLink(sale), sendPaymentLink(sale)])
    expect(one).toEqual(other)
    expect(await countPlacesTaken(bus)).toBe(1)
    expect(await listMails(one.ok ? one.orderId : '')).toHaveLength(1)
  })

  test('needs an address, and time to pay', async () => {
    const customer = { name: 'Anna Georgiou', email: null, phone: '99 123456' }
    const sale = saleOf(by, ride(bus, 'A', 'C'))
    expect(await sendPaymentLink({ ...sale, customer })).toMatchObject({ reason: 'email-missing' })
    const soon = await addDeparture({ departsAt: now().add({ minutes: 12 }) })
    const late = await sendPaymentLink(saleOf(by, ride(soon, 'A', 'C')))
    expect(late).toMatchObject({ ok: false, reason: 'too-late-to-pay' })
    expect(await countPlacesTaken(soon)).toBe(0)
  })
})

describe('a link that nobody pays', () => {
  test('is good for as long as staff hold its seats, and expires after that', async () => {
    const { orderId, manageId } = await sent()
    const extended = await extendHoldByStaff({ orderId, staff: await asks(orderId), now: now() })
    const end = extended.ok ? extended.heldUntil : now()
    const hour = now().add({ minutes: MAX_HOLD_MINUTES + 1 })
    expect(await findLinkedSale(manageId, 'en', hour)).toMatchObject({ is: 'payable' })
    expect(await payByLink({ ...link(manageId), now: hour })).toMatchObject({ ok: true })
    const other = await sent()
    await extendHoldByStaff({
      orderId: other.orderId,
      staff: await asks(other.orderId),
      now: now(),
    })
    await expireSale(other.orderId, hour)
    const [next] = (await listJobs([EXPIRE_SALE.name])).slice(-1)
    expect(next?.data).toEqual({ orderId: other.orderId })
    await expireSale(other.orderId, end.add({ minutes: 1 }))
    expect(await findOrderRow(other.orderId)).toMatchObject({ status: 'expired' })
  })

  test('gives its seats back by the clock, and its order expires', async () => {
    const { orderId, manageId } = await sent()
    const over = now().add({ minutes: MAX_HOLD_MINUTES })
    expect(await findLinkedSale(manageId, 'en', over)).toEqual({ is: 'over' })
    const again = await payByLink({ ...link(manageId), now: over })
    expect(again).toEqual({ ok: false, reason: 'link-over' })
    await expireSale(orderId, over.subtract({ seconds: 1 }))
    expect(await findOrderRow(orderId)).toMatchObject({ status: 'cart' })
    await expireSale(orderId, over)
    expect(await findOrderRow(orderId)).toMatchObject({ status: 'expired' })
    const waiting = await listJobs([EXPIRE_SALE.name])
    expect(waiting.at(-1)).toMatchObject({ data: { orderId }, seconds: 3660 })
  })

  test('is taken again in one press, with a new link', async () => {
    const { orderId } = await sent()
    const wish = { saleKey: 'sale:again-and-again-1', orderId, by } as const
    expect(await sendLinkAgain({ ...wish, now: now() })).toMatchObject({ reason: 'not-expired' })
    const over = now().add({ minutes: MAX_HOLD_MINUTES })
    await expireSale(orderId, over)
    const again = await sendLinkAgain({ ...wish, now: over })
    expect(again).toMatchObject({ ok: true })
    expect(await sendLinkAgain({ ...wish, now: over })).toEqual(again)
    const next = await findOrderRow(again.ok ? again.orderId : '')
    expect(next).toMatchObject({ status: 'cart', contactEmail: 'anna@example.com' })
    // The test has gone ahead of the clock.
    await expireSale(next.orderId, over.add({ minutes: MAX_HOLD_MINUTES }))
  })
})

async function sent({ locale = 'en' as const }: { locale?: 'en' | 'el' } = {}) {
  const sale = saleOf(by, ride(bus, 'A', 'C', { adult: 2 }), { locale })
  const outcome = await sendPaymentLink(sale)
  if (!outcome.ok) throw new Error(`instead of a link: ${outcome.reason}`)
  const { manageId } = await findOrderRow(outcome.orderId)
  return { orderId: outcome.orderId, manageId }
}

function link(manageId: string) {
  return { manageId, locale: 'en', origin: simulation.bank.door.origin, now: now() } as const
}

/** Presses the button of the page behind the link. */
async function press(manageId: string) {
  const opened = await payByLink(link(manageId))
  if (!opened.ok) throw new Error(`instead of the bank: ${opened.reason}`)
  return db
    .selectFrom('payments')
    .select(['paymentId', 'redirectUrl'])
    .where('redirectUrl', '=', opened.goTo)
    .executeTakeFirstOrThrow()
}

function lastMail() {
  return db
    .selectFrom('mails')
    .select(['mailId', 'state'])
    .where('kind', '=', 'payment-link')
    .orderBy('queuedAt', 'desc')
    .executeTakeFirstOrThrow()
}
