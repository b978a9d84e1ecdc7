import { expect, test } from 'vitest'

import { SEND_MAIL } from '#modules/mail/outbox.server.ts'
import { findPaymentResult } from '#modules/orders/checkout/find-payment-result.server.ts'
import { findOrder } from '#modules/orders/order/rows.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { doJobs, listJobs, poll } from '#test/simulation/jobs.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import {
  addTraveller,
  buy,
  choose,
  comeBack,
  goToBank,
  listMails,
  ride,
} from '#test/simulation/travellers.ts'

import { reconcile } from './reconcile.server.ts'

/* Edge cases of docs/faults.md: browser and callback return from the bank, in any order. */

const simulation = openSimulation()

async function goPay() {
  const visitor = addTraveller()
  await choose(visitor, ride(await anyBus(), 'A', 'C'))
  return { visitor, ...(await goToBank(visitor, simulation.bank)) }
}

/** The page before the provider has been asked. */
function look({ paymentId, visitor }: { paymentId: string; visitor: string }) {
  return findPaymentResult(paymentId, { visitor, locale: 'en', now: now() })
}

/**
 * Removes `shownAt`, the time from which a ticket counts to its deadline, so that two looks compare
 * equal.
 */
function atNoMoment(shown: unknown): unknown {
  return JSON.parse(JSON.stringify(shown, (key, value) => (key === 'shownAt' ? undefined : value)))
}

test('1: the callback comes before the browser: it confirms, and the page finds tickets', async () => {
  const attempt = await goPay()
  await simulation.bank.payAtBank(attempt.url)
  await simulation.bank.tell(attempt.providerRef)
  await doJobs()
  expect(await look(attempt)).toMatchObject({ outcome: 'confirmed', mine: { tickets: [{}] } })
  await comeBack(attempt.paymentId)
  expect(await listMails(attempt.orderId)).toHaveLength(1)
})

test('2: the browser comes before the callback: the page asks, and the callback changes nothing', async () => {
  const attempt = await goPay()
  await simulation.bank.payAtBank(attempt.url)
  const shown = await comeBack(attempt.paymentId, attempt.visitor)
  expect(shown).toMatchObject({ outcome: 'confirmed', mine: { tickets: [{}] } })
  await simulation.bank.tell(attempt.providerRef)
  await doJobs()
  expect(atNoMoment(await look(attempt))).toEqual(atNoMoment(shown))
  expect(simulation.bank.door.answered.at(-1)).toBe(200)
  expect(await listMails(attempt.orderId)).toHaveLength(1)
})

test('3: browser, callback and poller in the same moment confirm once', async () => {
  const attempt = await goPay()
  await simulation.bank.payAtBank(attempt.url)
  await simulation.bank.tell(attempt.providerRef)
  await Promise.all([
    ...Array.from({ length: 5 }, () => comeBack(attempt.paymentId)),
    doJobs(),
    poll(),
  ])
  expect(await look(attempt)).toMatchObject({ outcome: 'confirmed' })
  expect(await listMails(attempt.orderId)).toHaveLength(1)
  const sent = await listJobs([SEND_MAIL.name])
  expect(new Set(sent.map(({ data }) => JSON.stringify(data))).size).toBe(sent.length)
})

test('8: the success address opened by hand without paying shows no ticket', async () => {
  const attempt = await goPay()
  expect(await comeBack(attempt.paymentId, attempt.visitor)).toMatchObject({
    outcome: 'processing',
    mine: { tickets: [] },
  })
  await simulation.bank.leaveForGood(attempt.url)
  const shown = await comeBack(attempt.paymentId, attempt.visitor)
  expect(shown).toMatchObject({ outcome: 'failed', mine: { tickets: [] } })
  expect(shown.heldUntil).not.toBeNull()
})

test('9: after a paid attempt the fail address shows the truth', async () => {
  const attempt = await goPay()
  await simulation.bank.payAtBank(attempt.url, 'declined')
  expect(await simulation.bank.payAtBank(attempt.url)).toContain('/payment/success/')
  expect(await comeBack(attempt.paymentId)).toMatchObject({ outcome: 'confirmed' })
})

test('10: the traveller never returns: callback or poller confirms, and the mail has the ticket', async () => {
  const byCallback = await goPay()
  await simulation.bank.payAtBank(byCallback.url)
  await simulation.bank.tell(byCallback.providerRef)
  await doJobs()
  expect(await look(byCallback)).toMatchObject({ outcome: 'confirmed' })

  const byPoller = await goPay()
  await simulation.bank.payAtBank(byPoller.url)
  await poll()
  expect(await look(byPoller)).toMatchObject({ outcome: 'confirmed' })
  for (const { orderId } of [byCallback, byPoller]) {
    expect(await listMails(orderId)).toMatchObject([{ kind: 'confirmation' }])
  }
})

test('12: declined, and then paid with another card on the same page', async () => {
  const attempt = await goPay()
  await simulation.bank.payAtBank(attempt.url, 'declined')
  await reconcile(attempt.paymentId, { now: now(), patience: 'request' })
  expect(await look(attempt)).toMatchObject({
    outcome: 'processing',
    declineReason: 'try-other-card',
  })
  await simulation.bank.payAtBank(attempt.url)
  expect(await comeBack(attempt.paymentId)).toMatchObject({ outcome: 'confirmed' })
})

test('40: an order in Greek stays Greek, though no callback contains a language', async () => {
  const { orderId, url, providerRef } = await buy(
    simulation.bank,
    [ride(await anyBus(), 'A', 'C')],
    {
      locale: 'el',
    },
  )
  expect(await (await fetch(url)).text()).toContain('lang="el"')
  const [order, page] = await Promise.all([
    findLocale(orderId),
    simulation.bank.provider.fetch(providerRef),
  ])
  expect(order).toBe('el')
  expect(page).toMatchObject({ status: 'paid' })
})

async function findLocale(orderId: string) {
  return (await findOrder(db, orderId))?.locale
}
