import type { Email } from 'postal-mime'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { countSeats, listBreachesAtRest } from '#e2e/support/books.ts'
import { openHolder, PAIR, waysNow, type Holder } from '#e2e/support/holder.ts'
import { findMail } from '#e2e/support/read-mail.ts'
import { openScene } from '#e2e/support/scene.ts'
import { cookiesOf } from '#e2e/support/screens.ts'
import { openBrowser as openTraveller } from '#e2e/support/traveller.ts'
import { letterWords } from '#modules/notifications/words/words.ts'

/*
 * Cancellations and changes that holders make alone and at night, from 09:00 on Wednesday 2
 * December 2026: in English with script, in Greek without.
 */

const scene = openScene()
describe.each(waysNow())('in $locale, with script: $hasScript', (way) => {
  const { locale, words } = way
  let holder: Holder
  beforeEach(async () => {
    holder = await openHolder(scene.browser, scene.site.url, way)
  })
  afterEach(() => holder.leave())

  test('a whole booking is cancelled in three taps, and the refund is shown as on its way', async () => {
    const { openOrder, tapLink, tap, seeTitle, look, main, euros } = holder
    const id = await holder.buy({ ...PAIR, date: '2026-12-08' }, { ...PAIR, date: '2026-12-10' })
    const buses = await listBuses(id)
    const sold = await Promise.all(buses.map(seatsSold))
    await openOrder(id)
    await look('two rides')
    await tapLink(words.order.cancelAll)
    await look('quote')
    await tap(words.cancel.quote.confirm(euros(3500)))
    await seeTitle(words.order.done.title.cancelled)
    await look('given up')
    expect(await main()).toContain(words.bookings.states.refunded)
    expect(await Promise.all(buses.map(seatsSold))).toEqual(sold.map((seats) => seats - 2))
    await holder.seeMoneySent()
    const documents = await holder.readDocuments()
    expect(documents.map((number) => number[0])).toEqual(['R', 'C'])

    const { title } = letterWords(locale).cancelled
    const isIt = ({ text = '' }: Email) => text.includes(title) && text.includes(id)
    const mail = await findMail(scene.company, 'anna@example.com', { what: title, isIt })
    expect(mail.text).toContain(euros(3500))
    const calendar = mail.attachments.find(({ filename }) => filename?.endsWith('.ics'))
    expect(textOf(calendar?.content)).toMatch(/METHOD:CANCEL[\s\S]*STATUS:CANCELLED/)
    expect(mail.attachments.map(({ filename }) => filename ?? '').join(' ')).toContain(documents[1])
  })

  test('one of two rides is cancelled, and the other stays as it was', async () => {
    const { openOrder, page, tapLink, tap, seeTitle, look, main, euros } = holder
    const id = await holder.buy(
      { ...PAIR, date: '2026-12-08' },
      { ...PAIR, from: 'LCA', to: 'NIC', date: '2026-12-10' },
    )
    await openOrder(id)
    const tickets = await listTickets(holder)
    await page.goto(`${page.url()}/cancel`)
    await look('what to cancel')
    await page.locator('fieldset').nth(1).locator('input[value=all]').check()
    await tap(words.cancel.part.submit)
    await look('quote for one ride')
    await tap(words.cancel.quote.confirm(euros(1700)))
    await seeTitle(words.order.done.title.cancelled)
    await look('partly cancelled')
    expect(await main()).toContain(words.bookings.states['partly-refunded'])
    expect(await listTickets(holder)).toEqual(tickets.slice(0, 1))
    await tapLink(words.order.ticket)
    await page.waitForURL('**/tickets/*')
    expect(await page.locator('.pass').count()).toBe(1)
    const given = await page.goto(`${scene.site.url}${tickets[1]}`)
    expect(given?.status()).toBe(410)
  })

  test('one of two passengers cancels, and the other gets a new ticket', async () => {
    const { openOrder, page, tapLink, tap, seeTitle, look, main, euros } = holder
    const id = await holder.buy({ ...PAIR, date: '2026-12-08' })
    await openOrder(id)
    const before = await listTickets(holder)
    await tapLink(words.order.fewer)
    await look('who leaves')
    await page.locator('select[name^="adult."]').selectOption('1')
    await tap(words.cancel.part.submit)
    await look('quote for one of two')
    await tap(words.cancel.quote.confirm(euros(800)))
    await seeTitle(words.order.done.title.cancelled)
    const after = await listTickets(holder)
    expect(after).not.toEqual(before)
    await tapLink(words.order.ticket)
    expect(await main()).toMatch(locale === 'en' ? /1 adult/ : /1 ενήλικας/)
    const old = await page.goto(scene.site.url + (before[0] ?? ''))
    expect(old?.status()).toBe(410)
    await look('a ticket that is void')
  })

  test('a change of date is free and keeps the reference', async () => {
    const { openOrder, page, tapLink, tap, seeTitle, look, main } = holder
    const id = await holder.buy({ ...PAIR, date: '2026-12-08' })
    await openOrder(id)
    const reference = await page.locator('h1 .reference').innerText()
    await tapLink(words.order.change)
    await look('departures')
    await page.locator('input[name=date]').fill('2026-12-09')
    await tap(words.change.search.submit)
    await chooseFirst()
    await look('quote for another day')
    await tap(words.change.quote.confirm)
    await seeTitle(words.order.done.title.amended)
    expect(await main()).toMatch(locale === 'en' ? /9 December 2026/ : /9 Δεκεμβρίου 2026/)
    expect(await page.locator('h1 .reference').innerText()).toBe(reference)
    expect(await holder.readDocuments()).toHaveLength(1)
  })

  test('a shorter ride costs less, and the difference is refunded without a fee', async () => {
    const { openOrder, page, tapLink, tap, seeTitle, look, euros } = holder
    const id = await holder.buy({ ...PAIR, to: 'PFO', date: '2026-12-08' })
    await openOrder(id)
    await tapLink(words.order.change)
    await page.locator('.change-search summary').click()
    await page.locator('select[name=to]').selectOption('LCA')
    await tap(words.change.search.submit)
    await chooseFirst()
    await look('quote with money back')
    const back = Number(await page.locator('.act-buttons input[name=refund]').inputValue())
    expect(back).toBeGreaterThan(0)
    await tap(words.change.quote.confirmBack(euros(back)))
    await seeTitle(words.order.done.title.amended)
    expect(await holder.main()).not.toContain(words.order.money.fee)
    await holder.seeMoneySent()
    const documents = await holder.readDocuments()
    expect(documents.map((number) => number[0])).toEqual(['R', 'C', 'R'])
  })

  test('another passenger is paid for first; an unpaid change has no effect', async () => {
    const { openOrder, page, tapLink, tap, look, main, euros } = holder
    const id = await holder.buy({ ...PAIR, date: '2026-12-08' })
    await chooseForThree(id)
    await look('quote with a surcharge')
    await tap(words.change.quote.confirmPay(euros(900)))
    await page.waitForURL(/\/pay\//)
    await page.locator('form[action$="/cancel"] button').click()
    await page.getByText(words.payment.change.nothing).first().waitFor()
    await look('not paid')
    await tapLink(words.payment.change.toBooking)
    expect(await main()).toMatch(locale === 'en' ? /2\s+adults/ : /2\s+ενήλικες/)

    await chooseForThree(id)
    await tap(words.change.quote.confirmPay(euros(900)))
    await page.waitForURL(/\/pay\//)
    await openOrder(id)
    await page.getByText(words.order.awaited.title(euros(900))).waitFor()
    await look('waiting')
    await tapLink(words.order.awaited.pay(euros(900)))
    await holder.payByCard()
    await page.getByRole('heading', { name: words.payment.change.title }).waitFor()
    await look('paid')
    await tapLink(words.payment.confirmed.manage)
    expect(await main()).toMatch(locale === 'en' ? /3\s+adults/ : /3\s+ενήλικες/)
    expect(await main()).toContain(words.order.money.surcharge)
  })

  test('after the first payment an address is corrected; the surcharge page does not repeat that', async () => {
    const { context, page, tap, look, main, euros } = holder
    const { sent, corrected, wrong, label, submit } = words.payment.email
    const buyer = openTraveller(scene.site.url, { locale })
    await buyer.addToCart(await buyer.chooseRide({ ...PAIR, date: '2026-12-08' }))
    const paid = await buyer.payAtBank((await buyer.checkOut()).url)
    await context.addCookies(cookiesOf(buyer))
    await page.goto(paid.url)
    await page.getByText(wrong).click()
    await page.getByLabel(label).fill('ann@example.com')
    await tap(submit)
    await page.getByText(corrected('ann@example.com')).waitFor()

    await chooseForThree(/(?<=\/bookings\/)[\da-z]{26}/.exec(paid.html)?.[0] ?? '')
    await tap(words.change.quote.confirmPay(euros(900)))
    await page.waitForURL(/\/pay\//)
    await holder.payByCard()
    await page.getByRole('heading', { name: words.payment.change.title }).waitFor()
    await look('paid after a correction')
    expect(await main()).toContain(sent('ann@example.com'))
    expect(await main()).not.toContain(corrected('ann@example.com'))
    expect(await page.getByText(wrong).count()).toBe(0)
  })

  test('a change that awaits payment can be dropped', async () => {
    const { openOrder, page, tap, seeTitle, euros } = holder
    const id = await holder.buy({ ...PAIR, date: '2026-12-08' })
    await chooseForThree(id)
    await tap(words.change.quote.confirmPay(euros(900)))
    await page.waitForURL(/\/pay\//)
    await openOrder(id)
    await tap(words.order.awaited.giveUp)
    await seeTitle(words.order.done.kept)
    expect(await holder.main()).toContain(words.order.done.keptAdvice)
  })

  test('a wrong date is corrected within the hour; cancelling afterwards refunds nothing', async () => {
    const { openOrder, page, tapLink, tap, seeTitle, look, main } = holder
    const tooLong = await holder.buy({ ...PAIR, ...today() })
    scene.company.moveClock({ minutes: 61 })
    const id = await holder.buy({ ...PAIR, ...today() })
    await openOrder(tooLong)
    await look('within 24 hours')
    expect(await page.getByRole('link', { name: words.order.correct }).count()).toBe(0)
    await openOrder(id)
    await tapLink(words.order.correct)
    await look('correction')
    await page.locator('input[name=date]').fill('2026-12-09')
    await tap(words.change.search.submit)
    await chooseFirst()
    await tap(words.change.quote.confirm)
    await seeTitle(words.order.done.title.corrected)
    expect(await page.getByRole('link', { name: words.order.correct }).count()).toBe(0)
    await tapLink(words.order.cancel)
    expect(await main()).toContain(words.cancel.quote.nothingTitle)
    await look('too late')
    await tap(words.cancel.quote.confirmNothing)
    await seeTitle(words.order.done.title.cancelled)
    expect(await main()).toContain(words.order.done.nothing)
  })

  test('pressed twice, or in a second tab, a cancellation happens once', async () => {
    const { openOrder, page, context, tapLink, euros } = holder
    const id = await holder.buy({ ...PAIR, date: '2026-12-08' })
    await openOrder(id)
    await tapLink(words.order.cancel)
    const secondTab = await context.newPage()
    await secondTab.goto(page.url())
    const name = words.cancel.quote.confirm(euros(1700))
    await page.getByRole('button', { name }).dblclick()
    await page.locator('h1 .reference').waitFor()
    expect(await holder.main()).toContain(words.bookings.states.refunded)
    await secondTab.getByRole('button', { name }).click()
    await secondTab.locator('h1 .reference').waitFor()
    expect(await secondTab.locator('main').innerText()).toContain(words.bookings.states.refunded)
    expect(await secondTab.locator('.money-progress').count()).toBe(1)
  })

  async function chooseForThree(id: string): Promise<void> {
    const { openOrder, page, tapLink, tap } = holder
    await openOrder(id)
    await tapLink(words.order.change)
    await page.locator('.change-search summary').click()
    await page.locator('select[name=adults]').selectOption('3')
    await tap(words.change.search.submit)
    await chooseFirst()
  }

  async function chooseFirst(): Promise<void> {
    await holder.page.locator('.board a.departure').first().click()
    await holder.page.locator('#confirm').waitFor()
  }
})

test('after all this, every invariant holds', async () => {
  expect(await listBreachesAtRest(scene.company, scene.books)).toEqual([])
})

/** A later time on the company's current day. */
function today(): { date: string; time: string } {
  const date = scene.company.now().toZonedDateTimeISO('Asia/Nicosia').toPlainDate().toString()
  return { date, time: '20:00' }
}

/** The ticket links on the order, in the order of its rides. */
async function listTickets({ page }: Holder): Promise<string[]> {
  const links = await page.locator('.order-item a[href*="/tickets/"]').all()
  return Promise.all(links.map(async (link) => (await link.getAttribute('href')) ?? ''))
}

async function listBuses(manageId: string): Promise<string[]> {
  const rows = await scene.books
    .selectFrom('bookings')
    .innerJoin('orders', 'orders.orderId', 'bookings.orderId')
    .select('departureId')
    .where('manageId', '=', manageId)
    .execute()
  return rows.map(({ departureId }) => departureId)
}

async function seatsSold(departureId: string): Promise<number> {
  return (await countSeats(scene.books, departureId)).sold
}

function textOf(content: string | ArrayBuffer | Uint8Array | undefined): string {
  return typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString()
}
