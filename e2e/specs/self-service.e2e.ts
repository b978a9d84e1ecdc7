import type { Email } from 'postal-mime'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { listBreachesAtRest } from '#e2e/support/books.ts'
import { openTicket } from '#e2e/support/browser.ts'
import { cancelDeparture } from '#e2e/support/cancel-departure.ts'
import { openHolder, PAIR, waysNow, type Holder } from '#e2e/support/holder.ts'
import { pressChoice } from '#e2e/support/press-choice.ts'
import { findMail } from '#e2e/support/read-mail.ts'
import { openScene } from '#e2e/support/scene.ts'
import { cookiesOf } from '#e2e/support/screens.ts'
import { openBrowser as openTraveller } from '#e2e/support/traveller.ts'
import { letterWords } from '#modules/notifications/words/words.ts'
import { localePath, type Locale } from '#platform/locale.ts'
import { until } from '#test/fixtures/until.ts'

/*
 * Holders find, extend and correct bookings without calling us, and choose when the company cancels
 * a bus: in English with script, in Greek without.
 */

const scene = openScene()
describe.each(waysNow())('in $locale, with script: $hasScript', (way) => {
  const { locale, words } = way
  const letters = letterWords(locale)
  let holder: Holder
  beforeEach(async () => {
    holder = await openHolder(scene.browser, scene.site.url, way)
  })
  afterEach(() => holder.leave())

  test('a booking is found by its reference: by email, and at once in the browser that bought it', async () => {
    const { page, context, open, tapLink, tap, look, main } = holder
    const email = `zoe-${locale}@example.com`
    const { buyer, id, reference } = await buyAs(email, locale)

    await open('/bookings')
    await tapLink(words.bookings.find)
    await tap(words.findBooking.submit)
    await page.getByText(words.findBooking.referenceMissing).first().waitFor()
    await look('find booking, with errors')
    await ask(reference.toLowerCase(), email)
    await page.getByRole('heading', { name: words.findBooking.sentTitle }).waitFor()
    await look('asked')
    const isIt = ({ attachments }: Email) => attachments.length === 0
    const mail = await findMail(scene.company, email, { what: 'the link', isIt })
    const link =
      new RegExp(`${scene.site.url}(?:/el)?/bookings/${id}`).exec(mail.text ?? '')?.[0] ?? ''
    await page.goto(link)
    expect(await main()).toContain(reference)

    await context.addCookies(cookiesOf(buyer))
    await open('/find-booking')
    await ask(reference, email)
    expect(new URL(page.url()).pathname).toBe(localePath(locale, `/bookings/${id}`))
  })

  test('a name is changed, and a mistyped address queried; both addresses are notified', async () => {
    const { page, openOrder, tapLink, tap, seeTitle, look, main } = holder
    const id = await holder.buy({ ...PAIR, date: '2026-12-08' })
    await openOrder(id)
    await tapLink(words.order.contact.change)
    await look('contact')
    await page.locator('input[name=name]').fill('')
    await page.locator('input[name=email]').fill('maria@gmial.com')
    await tap(words.changeContact.submit)
    await page.getByText(words.enquiries.didYouMean('maria@gmail.com')).first().waitFor()
    await page.locator('input[name=email]').fill(`maria-${locale}@gmail.com`)
    await tap(words.changeContact.submit)
    await page.locator('.error').first().waitFor()
    await look('contact with errors')
    await page.locator('input[name=name]').fill('Maria Example')
    await tap(words.changeContact.submit)
    await seeTitle(words.order.done.title.contact)
    expect(await main()).toContain(`maria-${locale}@gmail.com`)
    await tapLink(words.order.ticket)
    expect(await main()).toContain('Maria Example')
    const isIt = ({ text = '' }: Email) => text.includes(letters.contact.title)
    const told = await findMail(scene.company, `maria-${locale}@gmail.com`, {
      what: 'the news',
      isIt,
    })
    expect(told.text).toContain(id)
    const { formerTitle } = letters.contact
    const isFormer = ({ text = '' }: Email) => text.includes(formerTitle) && !text.includes(id)
    await findMail(scene.company, 'anna@example.com', { what: formerTitle, isIt: isFormer })
  })

  test('the tickets are sent again, up to five times a day', async () => {
    const { page, openOrder, tap, seeTitle, look, main } = holder
    const email = `resend-${locale}@example.com`
    const { id } = await buyAs(email, locale)
    await openOrder(id)
    for (let time = 1; time <= 5; time++) {
      await tap(words.order.contact.resend)
      await seeTitle(words.order.done.resent)
    }
    await look('sent again')
    await page.locator('#resend').click()
    await page.getByRole('alert').waitFor()
    await look('sent too often')
    expect(await main()).toContain('5')
    const again = await findMail(scene.company, email, {
      what: 'the tickets',
      isIt: ({ attachments }) => attachments.length > 1,
    })
    expect(again.text).toContain('/tickets/')
  })

  test('a wheelchair space is requested later, and its number arrives by email', async () => {
    const { page, openOrder, tap, seeTitle, look, main } = holder
    // A bus has one space, so the other language takes one on another day.
    const id = await holder.buy({ ...PAIR, date: locale === 'en' ? '2026-12-08' : '2026-12-09' })
    await openOrder(id)
    await page.getByText(words.order.wheelchair.ask).first().click()
    await tap(words.order.wheelchair.reserve)
    await look('wheelchair quote')
    await tap(words.change.quote.confirmWheelchair)
    await seeTitle(words.order.done.title.wheelchair)
    await look('wheelchair place')
    const number = /W-[0-9A-Z]{8}/.exec(await main())?.[0] ?? 'none'
    const isIt = ({ subject = '' }: Email) => subject.includes(number)
    await findMail(scene.company, 'anna@example.com', { what: `number ${number}`, isIt })

    const soon = await holder.buy({ ...PAIR, date: inDays(0) })
    await openOrder(soon)
    await page.getByText(words.order.wheelchair.ask).first().click()
    await look('too late for a wheelchair place')
    expect(await page.locator('details[open] a[href^="tel:"]').count()).toBeGreaterThan(0)
  })

  test('instead of a cancelled bus, the holder takes another or a full refund with one tap', async () => {
    const { page, open, openOrder, tapLink, look, main, euros } = holder
    const date = locale === 'en' ? '2026-12-14' : '2026-12-15'
    const first = await buyAs(`stranded-${locale}@example.com`, locale, { date })
    const second = await holder.buy({ ...PAIR, date })
    const ticket = await page.request.get(`${scene.site.url}/bookings/${first.id}`)
    const [ticketPath = ''] = /\/tickets\/[\da-z]{26}/.exec(await ticket.text()) ?? []
    await cancelDeparture(scene.site.url, await busOf(first.id))
    const news = await findMail(scene.company, `stranded-${locale}@example.com`, {
      what: 'that the bus does not run',
      isIt: ({ text = '' }) => text.includes(letters.departureCancelled.endings.cancelled.title),
    })
    expect(news.text).toContain(first.id)
    expect(news.text).toContain('/choose/')

    await holder.context.addCookies(cookiesOf(first.buyer))
    await open('/bookings')
    expect(await main()).toContain(letters.departureCancelled.endings.cancelled.title)
    await look('my bookings, one bus not running')
    await open(ticketPath)
    expect(await main()).toContain(letters.departureCancelled.endings.cancelled.title)
    await look('ticket of a bus that does not run')
    await openOrder(first.id)
    await look('not running')
    await tapLink(words.order.notRunning.choose)
    await look('the choice')
    await page.locator('.choose-buttons a').first().click()
    await page.getByText(words.choose.check.title).waitFor()
    await look('the question before the choice')
    await page.locator('.choose button.button-action').click()
    await page.getByText(words.choose.ticket).waitFor()
    await look('the choice made')
    // Each order is told in a transaction of its own, so this one may come later.
    const choose = page.getByRole('link', { name: words.order.notRunning.choose })
    await until('the choice on the page', async () => {
      await openOrder(second)
      return (await choose.count()) > 0
    })
    await tapLink(words.order.notRunning.choose)
    await pressChoice(page, page.locator('a[href="?choice=refund"]'))
    await page.getByText(words.choose.refunded).waitFor()
    await openOrder(second)
    expect(await main()).toContain(euros(1800))
    expect(await main()).not.toContain(words.order.money.fee)
  })

  test('after a missed bus the holder takes the next one with one tap, within the time limit and once', async () => {
    const { page, openOrder, tapLink, look, main } = holder
    const id = await holder.buy({ ...PAIR, date: inDays(1) })
    await openOrder(id)
    expect(await page.getByRole('link', { name: words.order.missedAction }).count()).toBe(0)
    await holder.page.goto(scene.site.url + (await ticketOf(holder)))
    expect(await page.locator('.next-bus').count()).toBe(0)

    scene.company.moveClock({ hours: 18 }) // the first bus of the next day leaves at 01:30
    await openOrder(id)
    await look('a bus that has left')
    await tapLink(words.order.missedAction)
    await look('ticket with a later bus')
    const old = page.url()
    await page.locator('.next-bus button').first().click()
    await page.waitForURL(/\/tickets\/[\da-z]{26}\?later/)
    await look('ticket for the later bus')
    expect(await main()).toContain(words.ticket.nextBus.taken)
    expect(await page.locator('.next-bus').count()).toBe(0)
    expect(await openTicket(page, old)).toBe(410)
    const { title } = letters.missed
    const isIt = ({ text = '' }: Email) => text.includes(title) && text.includes(id)
    await findMail(scene.company, 'anna@example.com', { what: title, isIt })
    scene.company.moveClock({ hours: 6 })
  })

  test('with many unpaid holds from one address, the next visitor leaves contact details first', async () => {
    const address = locale === 'en' ? '198.51.100.9' : '203.0.113.9'
    for (const date of ['2026-12-21', '2026-12-22']) {
      const group = openTraveller(scene.site.url, { locale, address })
      await group.addToCart(await group.chooseRide({ ...PAIR, date, adults: '15' }))
    }
    const guest = await openHolder(scene.browser, scene.site.url, { ...way, address })
    const { page, open, tap, look } = guest
    await open('/book-now?from=NIC&to=LCA&date=2026-12-23&adults=2&infants=1')
    await page.locator('#outbound a[href*="departure="]').first().click()
    await tap(words.bookNow.party.addToCart)
    const summary = page.locator('.error-summary')
    await summary.waitFor()
    await look('who it is for is asked first')
    expect(await summary.locator('a').evaluateAll(listTargets)).toEqual(['#name'])
    expect(await page.locator('#infants').inputValue()).toBe('1')
    await page.locator('#name').fill('Zoe Example')
    await page.locator('#email').fill('zoe@example.com')
    await tap(words.bookNow.party.addToCart)
    await page.waitForURL(`**${localePath(locale, '/cart')}`)
    expect(await page.locator('#name').inputValue()).toBe('Zoe Example')
    expect(await page.locator('#email').inputValue()).toBe('zoe@example.com')
    await guest.leave()
  })

  async function ask(reference: string, email: string): Promise<void> {
    await holder.page.locator('input[name=reference]').fill(reference)
    await holder.page.locator('input[name=email]').fill(email)
    await holder.tap(words.findBooking.submit)
  }
})

test('after all this, every invariant holds', async () => {
  expect(await listBreachesAtRest(scene.company, scene.books)).toEqual([])
})

/** A date this many days from the company's today. */
function inDays(days: number): string {
  const today = scene.company.now().toZonedDateTimeISO('Asia/Nicosia').toPlainDate()
  return today.add({ days }).toString()
}

/** Buys with this address in a new browser. */
async function buyAs(email: string, locale: Locale, search: Record<string, string> = {}) {
  const buyer = openTraveller(scene.site.url, { locale })
  await buyer.addToCart(await buyer.chooseRide({ ...PAIR, date: '2026-12-08', ...search }))
  const paid = await buyer.payAtBank((await buyer.checkOut({ name: 'Zoe Example', email })).url)
  const id = /(?<=\/bookings\/)[\da-z]{26}/.exec(paid.html)?.[0] ?? ''
  const reference = /class="reference">([^<]+)</.exec(paid.html)?.[1] ?? ''
  return { buyer, id, reference }
}

/** Runs in the browser. */
function listTargets(links: Element[]): (string | null)[] {
  return links.map((link) => link.getAttribute('href'))
}

async function ticketOf({ page }: Holder): Promise<string> {
  const link = page.locator('.order-item a[href*="/tickets/"]').first()
  return (await link.getAttribute('href')) ?? ''
}

async function busOf(manageId: string): Promise<string> {
  const { departureId } = await scene.books
    .selectFrom('bookings')
    .innerJoin('orders', 'orders.orderId', 'bookings.orderId')
    .select('departureId')
    .where('manageId', '=', manageId)
    .executeTakeFirstOrThrow()
  return departureId
}
