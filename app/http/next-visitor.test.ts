import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import * as login from '#app/site/account/log-in.tsx'
import * as bookings from '#app/site/bookings/page.tsx'
import { payAs } from '#app/site/cart/actions.server.ts'
import { readCartForm } from '#app/site/cart/form.server.ts'
import * as cart from '#app/site/cart/page.tsx'
import type { CartPageView } from '#app/site/cart/view.ts'
import * as mailbox from '#app/site/mailbox/page.tsx'
import { loader as success } from '#app/site/payment/success.tsx'
import type { PaymentView } from '#app/site/payment/view.ts'
import { now } from '#platform/clock.server.ts'
import {
  addBrowser,
  keepCookies,
  openPage,
  type Answer,
  type TestBrowser,
} from '#test/fixtures/open-page.ts'
import { addAccount, PASSWORD } from '#test/fixtures/sample-accounts.server.ts'
import { openBank, type SimulatedBank } from '#test/simulation/bank.ts'
import { doJobs } from '#test/simulation/jobs.ts'
import { addDeparture, addTimetable } from '#test/simulation/timetable.ts'
import { choose, getPaymentOf, ride } from '#test/simulation/travellers.ts'

import { whoPays } from './next-visitor.server.ts'
import { readForm } from './read-form.server.ts'

/* Eve planted her own cookie in Anna's browser, or copied it from a shared computer. */

const CONTACT = { name: 'Anna Georgiou', email: 'anna@example.com' }
const READY = { ...CONTACT, terms: 'yes', intent: 'pay' }

let bank: SimulatedBank
let eve: TestBrowser
let anna: TestBrowser
beforeAll(async () => {
  await addTimetable()
  bank = await openBank()
})
beforeEach(async () => {
  eve = addBrowser()
  anna = { ...eve }
  const bus = await addDeparture({ departsAt: now().add({ hours: 72 }) })
  await choose(anna.key, ride(bus, 'A', 'C'))
})
afterAll(() => bank.stop())

type Shown = { cart: CartPageView | null; press: string; latestPayment: string | null }

const look = (browser: TestBrowser) => openPage<Shown>(cart.loader, '/cart', { browser })

function press(browser: TestBrowser, form: Record<string, string>) {
  return openPage(cart.action, '/cart', { browser, form })
}

/** Everything that a cookie opens: none of it may be Anna's. */
async function seenBy(browser: TestBrowser): Promise<string> {
  const { paymentId } = await getPaymentOf(anna.key)
  const pages = [
    await look(browser),
    await openPage(bookings.loader, '/bookings', { browser }),
    await openPage(mailbox.loader, '/mailbox', { browser }),
    await openPage(success, `/payment/success/${paymentId}`, {
      browser,
      params: { id: paymentId },
    }),
  ]
  return JSON.stringify(pages.map(({ shown }) => shown))
}

const visitorIn = (setCookies: readonly string[]) =>
  setCookies.map((set) => set.split(';')[0]).find((one) => one?.startsWith('visitor='))

test('an intruder with a planted cookie sees nothing of the purchase', async () => {
  const { shown } = await look(anna)
  const answer = await press(anna, { ...READY, press: shown.press })
  keepCookies(anna, answer)
  expect(new URL(answer.location).origin).toBe(bank.origin)
  expect(await seenBy(eve)).not.toMatch(/Anna|anna@|Almond/)

  await bank.payAtBank(answer.location)
  const { paymentId } = await getPaymentOf(anna.key)
  const params = { id: paymentId }
  const path = `/payment/success/${paymentId}`
  const paid = await openPage<PaymentView>(success, path, { browser: anna, params })
  expect(paid.shown.mine).toMatchObject({ email: CONTACT.email })
  await doJobs()
  expect(await seenBy(eve)).not.toMatch(/Anna|anna@|Almond|manageId/)
  expect(await seenBy(anna)).toMatch(/Almond.*anna@example\.com/)
})

test('after a refused checkout the same browser still sees its cart', async () => {
  const refused = await press(anna, { ...READY, terms: '', press: (await look(anna)).shown.press })
  expect([refused.status, refused.setCookies]).toEqual([422, []])
  expect((await look(anna)).shown.cart).toMatchObject({ name: CONTACT.name })
})

test('a form pressed twice leads to one page and one visitor, even if a response is lost', async () => {
  const form = { ...READY, press: (await look(anna)).shown.press }
  const [lost, heard] = await Promise.all([press(anna, form), press(anna, form)])
  const late = await press(anna, form)
  expect(new URL(heard.location).origin).toBe(bank.origin)
  for (const one of [lost, late]) {
    expect([one.location, one.setCookies]).toEqual([heard.location, heard.setCookies])
  }
  keepCookies(anna, late)
  expect((await look(anna)).shown.cart).not.toBeNull()
})

test('a press that another press of the same form overtakes leads to the same page', async () => {
  const form = { ...READY, press: (await look(anna)).shown.press }
  let first: Answer<unknown> | undefined
  const overtaken = async ({ request }: { request: Request }) => {
    const sent = await readForm(request)
    if (!sent.ok) throw new Error('the form can be read')
    const buyer = await whoPays(request, sent.form)
    first = await press(anna, form)
    return payAs(buyer, { fields: readCartForm(sent.form), visitor: anna.key, now: now() })
  }
  const second = await openPage(overtaken, '/cart', { browser: anna, form })
  expect(new URL(second.location).origin).toBe(bank.origin)
  expect([second.location, second.setCookies]).toEqual([first?.location, first?.setCookies])
})

test('a cart whose payment page never arrived is still found by its browser, and by it alone', async () => {
  const shown = await look(anna)
  keepCookies(anna, shown)
  const lost = await press(anna, { ...READY, press: shown.shown.press })
  expect((await look(eve)).shown.cart).toBeNull()

  const again = await look(anna)
  expect(again.shown.cart).toMatchObject({ email: CONTACT.email })
  keepCookies(anna, again)
  const heard = await press(anna, { ...READY, press: again.shown.press })
  keepCookies(anna, heard)
  expect(heard.location).toBe(lost.location)
  expect((await look(anna)).shown.cart).not.toBeNull()
  expect(await seenBy(eve)).not.toMatch(/Anna|anna@|Almond/)
})

test('two tabs of one browser that pay at the same moment lead to the same page', async () => {
  const tab = await look(anna)
  keepCookies(anna, tab)
  const other = await look(anna)
  keepCookies(anna, other)
  const first = await press(anna, { ...READY, press: tab.shown.press })
  const second = await press(anna, { ...READY, press: other.shown.press })
  expect(new URL(first.location).origin).toBe(bank.origin)
  expect([second.location, second.setCookies]).toEqual([first.location, first.setCookies])
})

test('a login whose response was lost keeps the cart at the next login', async () => {
  await addAccount({ email: 'lost@example.com', name: CONTACT.name })
  const logIn = async () => {
    const shown = await openPage<{ press: string }>(login.loader, '/users/login', { browser: anna })
    keepCookies(anna, shown)
    const typed = { email: 'lost@example.com', 'log-in-password': PASSWORD }
    const form = { ...typed, press: shown.shown.press }
    return openPage(login.action, '/users/login', { browser: anna, form })
  }
  await logIn()
  keepCookies(anna, await logIn())
  expect((await look(anna)).shown.cart).not.toBeNull()
})

test('a second tab without a cookie for its form does not lose the cart', async () => {
  const [tab, other] = [(await look(anna)).shown.press, (await look(anna)).shown.press]
  const before = { ...anna }
  keepCookies(anna, await press(anna, { ...READY, press: tab }))
  const second = await press(before, { ...READY, press: other })
  expect([second.location, second.setCookies]).toEqual(['/cart', []])
  expect((await look(anna)).shown.cart).not.toBeNull()
})

test('a login keeps the cart, and leaves a planted cookie with nothing', async () => {
  await addAccount({ email: CONTACT.email, name: CONTACT.name })
  const { shown } = await openPage<{ press: string }>(login.loader, '/users/login')
  const form = { email: CONTACT.email, 'log-in-password': PASSWORD, press: shown.press }
  const logIn = () => openPage(login.action, '/users/login', { browser: anna, form })
  const [first, second] = [await logIn(), await logIn()]
  expect(first.status).toBe(303)
  const [one, other] = [first, second].map(({ setCookies }) => visitorIn(setCookies))
  expect(one).toMatch(/^visitor=/)
  expect(one).not.toBe(anna.cookie)
  expect(other).toBe(one)
  keepCookies(anna, second)
  expect((await look(anna)).shown.cart).not.toBeNull()
  expect((await look(eve)).shown.cart).toBeNull()
})

test('a wrong password does not change the visitor', async () => {
  const form = { email: CONTACT.email, 'log-in-password': 'a guess of mine' }
  const refused = await openPage(login.action, '/users/login', { browser: anna, form })
  expect([refused.status, refused.setCookies]).toEqual([422, []])
  expect((await look(anna)).shown.cart).not.toBeNull()
})
