import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startBank, type Bank } from '#bank/bank.ts'
import { createJccProvider } from '#modules/payments/providers/jcc.server.ts'
import { checkInvariants } from '#modules/orders/check-invariants.server.ts'
import { connect, type Database } from '#platform/db.server.ts'
import { makeCertificate } from '#test/fakes/jcc/certificate.ts'
import { makeJccFace } from '#test/fakes/jcc/face.ts'

import { openBrowser, openPerson } from './browser.ts'
import {
  goPayInGreek,
  leaveAndComeAgain,
  openTicket,
  payAndVanish,
  payAtTheSecondTry,
} from './pay-in-greek.ts'
import { startCompany, type Company, type Running } from './processes.ts'

/* The built site with JCC: its settings, its page, its callbacks signed by its certificate. */

const ACCOUNT = { user: 'halcyon-api', password: 'password of the tests' }
const TOKEN = 'token-of-the-tests'

let folder: string
let company: Company
let gateway: Bank
let site: Running
let browser: Browser
let books: Database

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'jcc-'))
  const { privateKey, pem } = makeCertificate()
  const certificate = join(folder, 'jcc.pem')
  writeFileSync(certificate, pem)
  gateway = await startBank({
    port: 0,
    host: '127.0.0.1',
    databaseFile: join(folder, 'gateway.sqlite'),
    key: '',
    secret: TOKEN,
    control: true,
    face: makeJccFace({ ...ACCOUNT, token: TOKEN, privateKey }),
  })
  company = await startCompany()
  site = await company.startSite({
    PAYMENT_PROVIDER: 'jcc',
    JCC_URL: gateway.origin,
    JCC_USER: ACCOUNT.user,
    JCC_PASSWORD: ACCOUNT.password,
    JCC_CALLBACK_CERTIFICATE: certificate,
  })
  books = connect(company.databaseUrl, { patient: true })
  browser = await openBrowser()
})

afterAll(async () => {
  await browser.close()
  await books.destroy()
  await company.stop()
  await gateway.stop()
  rmSync(folder, { recursive: true })
})

test('a traveller pays in Greek on JCC’s page, and is back with a ticket', async () => {
  const { page, context, complaints } = await openPerson(browser, { locale: 'el-CY' })
  await goPayInGreek(page, payer('eleni@example.com'))
  expect(page.url().startsWith(gateway.origin)).toBe(true)
  expect(await page.locator('html').getAttribute('lang')).toBe('el')

  await leaveAndComeAgain(page, gateway.origin)

  await payAtTheSecondTry(page)
  expect(new URL(page.url()).searchParams.get('lang')).toBe('el')
  await openTicket(page, 'eleni@example.com')
  const refused = complaints.filter((one) => one.includes('Content Security Policy'))
  expect(refused).toEqual([])
  await context.close()
})

test('who never comes back has the ticket by mail: the callback was believed', async () => {
  const kinds = await payAndVanish(browser, payer('nikos@example.com'), { company, books })
  expect(kinds).toEqual(['deposited', 'deposited', 'deposited-failed'])
})

test('our book and the gateway’s agree', async () => {
  const url = gateway.origin
  const callbackKeys = { tokens: [], publicKeys: [] }
  const bank = createJccProvider({ url, ...ACCOUNT, callbackKeys })
  expect(await checkInvariants(books, { now: company.now(), bank })).toEqual([])
})

function payer(email: string) {
  return { site: site.url, bank: gateway.origin, email }
}
