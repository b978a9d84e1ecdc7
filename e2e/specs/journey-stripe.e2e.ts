import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { startBank, type Bank } from '#bank/bank.ts'
import { openPerson } from '#e2e/support/browser.ts'
import {
  goPayInGreek,
  leaveAndComeAgain,
  openTicket,
  payAndVanish,
  payAtTheSecondTry,
} from '#e2e/support/pay-in-greek.ts'
import type { Company } from '#e2e/support/processes.ts'
import { openScene } from '#e2e/support/scene.ts'
import { checkInvariants } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import { createStripeProvider } from '#modules/payments/providers/stripe.server.ts'
import { stripeProtocol } from '#test/fakes/stripe/protocol.ts'

/*
 * The built site with Stripe: its settings, its page, and signed events while the secret changes.
 */

const KEY = 'rk_test_keyOfTheTests'
const SECRET = 'whsec_secretOfYesterday'

let stripe: Bank

const scene = openScene(async (company) => {
  stripe = await startBank({
    port: 0,
    host: '127.0.0.1',
    databaseFile: join(company.settings.DATA_DIR ?? '', 'stripe.sqlite'),
    key: KEY,
    secret: SECRET,
    control: true,
    protocol: stripeProtocol(),
  })
  await fetch(`${stripe.origin}/control/clock`, {
    method: 'POST',
    body: JSON.stringify({ milliseconds: aheadOf(company) }),
  })
  return {
    PAYMENT_PROVIDER: 'stripe',
    STRIPE_URL: stripe.origin,
    STRIPE_KEY: KEY,
    STRIPE_WEBHOOK_SECRET: 'whsec_secretOfToday',
    STRIPE_WEBHOOK_SECRET_BEFORE: SECRET,
  }
})
afterAll(() => stripe.stop())

test('a traveller pays in Greek on Stripe’s page and returns to a ticket', async () => {
  const { page, context, complaints } = await openPerson(scene.browser, { locale: 'el-CY' })
  await goPayInGreek(page, payer('eleni@example.com'))
  const address = page.url()
  expect(address).toMatch(/\/pay\/cs_test_/)
  expect(await page.locator('html').getAttribute('lang')).toBe('el')
  await leaveAndComeAgain(page, stripe.origin)
  expect(page.url()).toBe(address)

  await payAtTheSecondTry(page)
  await openTicket(page, 'eleni@example.com')
  const refused = complaints.filter((one) => one.includes('Content Security Policy'))
  expect(refused).toEqual([])
  await context.close()
})

test('a traveller who never returns gets the ticket by email: the event was accepted', async () => {
  const kinds = await payAndVanish(scene.browser, payer('nikos@example.com'), scene)
  expect(kinds).toEqual([
    'checkout.session.completed',
    'checkout.session.completed',
    'payment_intent.payment_failed',
  ])
})

test('our ledger and Stripe’s records agree', async () => {
  const bank = createStripeProvider({ url: stripe.origin, key: KEY, secret: SECRET })
  expect(await checkInvariants(scene.books, { now: scene.company.now(), bank })).toEqual([])
})

function payer(email: string) {
  return { site: scene.site.url, bank: stripe.origin, email }
}

/** The fake uses the clock of this program, the site that of its company. */
function aheadOf({ now }: Company): number {
  return now().epochMilliseconds - Temporal.Now.instant().epochMilliseconds
}
