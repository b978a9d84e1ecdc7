import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startBank, type Bank } from '#bank/bank.ts'
import { checkInvariants } from '#modules/orders/check-invariants.server.ts'
import { createStripeProvider } from '#modules/payments/providers/stripe.server.ts'
import { connect, type Database } from '#platform/db.server.ts'
import { stripeFace } from '#test/fakes/stripe/face.ts'

import { openBrowser, openPerson } from './browser.ts'
import {
  goPayInGreek,
  leaveAndComeAgain,
  openTicket,
  payAndVanish,
  payAtTheSecondTry,
} from './pay-in-greek.ts'
import { startCompany, type Company, type Running } from './processes.ts'

/* The built site with Stripe: its settings, its page, its signed events while the secret changes. */

const KEY = 'rk_test_keyOfTheTests'
const SECRET = 'whsec_secretOfYesterday'

let folder: string
let company: Company
let stripe: Bank
let site: Running
let browser: Browser
let books: Database

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stripe-'))
  stripe = await startBank({
    port: 0,
    host: '127.0.0.1',
    databaseFile: join(folder, 'stripe.sqlite'),
    key: KEY,
    secret: SECRET,
    control: true,
    face: stripeFace(),
  })
  company = await startCompany()
  site = await company.startSite({
    PAYMENT_PROVIDER: 'stripe',
    STRIPE_URL: stripe.origin,
    STRIPE_KEY: KEY,
    STRIPE_WEBHOOK_SECRET: 'whsec_secretOfToday',
    STRIPE_WEBHOOK_SECRET_BEFORE: SECRET,
  })
  await fetch(`${stripe.origin}/control/clock`, {
    method: 'POST',
    body: JSON.stringify({ milliseconds: aheadOf(company) }),
  })
  books = connect(company.databaseUrl, { patient: true })
  browser = await openBrowser()
})

afterAll(async () => {
  await browser.close()
  await books.destroy()
  await company.stop()
  await stripe.stop()
  rmSync(folder, { recursive: true })
})

test('a traveller pays in Greek on Stripe’s page, and is back with a ticket', async () => {
  const { page, context, complaints } = await openPerson(browser, { locale: 'el-CY' })
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

test('who never comes back has the ticket by mail: the event was believed', async () => {
  const kinds = await payAndVanish(browser, payer('nikos@example.com'), { company, books })
  expect(kinds).toEqual([
    'checkout.session.completed',
    'checkout.session.completed',
    'payment_intent.payment_failed',
  ])
})

test('our book and Stripe’s agree', async () => {
  const bank = createStripeProvider({ url: stripe.origin, key: KEY, secret: SECRET })
  expect(await checkInvariants(books, { now: company.now(), bank })).toEqual([])
})

function payer(email: string) {
  return { site: site.url, bank: stripe.origin, email }
}

/** The fake lives by the clock of this program, and the site by that of its company. */
function aheadOf({ now }: Company): number {
  return now().epochMilliseconds - Temporal.Now.instant().epochMilliseconds
}
