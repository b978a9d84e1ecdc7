import { writeFileSync } from 'node:fs'
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
import { openScene } from '#e2e/support/scene.ts'
import { checkInvariants } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import { createJccProvider } from '#modules/payments/providers/jcc.server.ts'
import { makeCertificate } from '#test/fakes/jcc/certificate.ts'
import { makeJccProtocol } from '#test/fakes/jcc/protocol.ts'

/* The built site with JCC: its settings, its page, and callbacks signed with its certificate. */

const ACCOUNT = { user: 'halcyon-api', password: 'password of the tests' }
const TOKEN = 'token-of-the-tests'

let gateway: Bank

const scene = openScene(async ({ settings: { DATA_DIR = '' } }) => {
  const { privateKey, pem } = makeCertificate()
  const certificate = join(DATA_DIR, 'jcc.pem')
  writeFileSync(certificate, pem)
  gateway = await startBank({
    port: 0,
    host: '127.0.0.1',
    databaseFile: join(DATA_DIR, 'gateway.sqlite'),
    key: '',
    secret: TOKEN,
    control: true,
    protocol: makeJccProtocol({ ...ACCOUNT, token: TOKEN, privateKey }),
  })
  return {
    PAYMENT_PROVIDER: 'jcc',
    JCC_URL: gateway.origin,
    JCC_USER: ACCOUNT.user,
    JCC_PASSWORD: ACCOUNT.password,
    JCC_CALLBACK_CERTIFICATE: certificate,
  }
})
afterAll(() => gateway.stop())

test('a traveller pays in Greek on JCC’s page and returns to a ticket', async () => {
  const { page, context, complaints } = await openPerson(scene.browser, { locale: 'el-CY' })
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

test('a traveller who never returns gets the ticket by email: the callback was accepted', async () => {
  const kinds = await payAndVanish(scene.browser, payer('nikos@example.com'), scene)
  expect(kinds).toEqual(['deposited', 'deposited', 'deposited-failed'])
})

test('our ledger and the gateway’s records agree', async () => {
  const url = gateway.origin
  const callbackKeys = { tokens: [], publicKeys: [] }
  const bank = createJccProvider({ url, ...ACCOUNT, callbackKeys })
  expect(await checkInvariants(scene.books, { now: scene.company.now(), bank })).toEqual([])
})

function payer(email: string) {
  return { site: scene.site.url, bank: gateway.origin, email }
}
