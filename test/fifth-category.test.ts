import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { chooseAddress } from '#app/components/journey/choose-address.ts'
import type { BookNowView } from '#app/components/journey/view.ts'
import type { TicketPageView } from '#app/components/ticket/view.ts'
import { action as book, loader as search } from '#app/site/book-now/page.tsx'
import { loader as cartLoader } from '#app/site/cart/page.tsx'
import type { CartPageView } from '#app/site/cart/view.ts'
import { loader as ticketLoader } from '#app/site/ticket/page.tsx'
import { checkInvariants } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import { printReceipt, printTickets } from '#modules/documents/pdf/documents.server.ts'
import { importFeed } from '#modules/gtfs/import/import-feed.server.ts'
import { listDocuments } from '#modules/orders/reads/find-documents.server.ts'
import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { LOCALES, localePath, type Locale } from '#platform/locale.ts'
import { closeMail } from '#platform/mail/mail.server.ts'
import { dateInCyprus } from '#platform/time.ts'

import { addBrowser, keepCookies, openPage } from './fixtures/open-page.ts'
import { openReader } from './fixtures/pdf-reader.ts'
import { SAMPLE_ASSUMPTIONS, sampleFeed } from './fixtures/sample-feed.ts'
import { openBank, type SimulatedBank } from './simulation/bank.ts'
import { sendMails } from './simulation/jobs.ts'
import { unsaid } from './simulation/letters.ts'
import { openMailServer, type MailServer } from './simulation/mail-server.ts'
import { comeBack, goToBank } from './simulation/travellers.ts'

/*
 * All steps for selling to pensioners: a line in the list of categories, its words in each
 * language, and its fare in the feed. No other code names the category.
 */

await vi.hoisted(async () => {
  const { CATEGORY_RULES, PASSENGER_CATEGORIES } = await import('#modules/fares/passengers.ts')
  const { categoriesInEnglish } = await import('#modules/fares/words/en.ts')
  const { categoriesInGreek } = await import('#modules/fares/words/el.ts')
  const senior = { field: 'seniors', onLap: false, isCompany: true, inFeeds: /senior/i }
  Object.assign(CATEGORY_RULES, { senior })
  Object.assign(PASSENGER_CATEGORIES, { [PASSENGER_CATEGORIES.length]: 'senior' })
  Object.assign(categoriesInEnglish, {
    senior: {
      field: 'Seniors (65 and over)',
      fare: 'Senior (65 and over)',
      one: 'senior',
      many: 'seniors',
      oneInShort: 'senior',
      which: '65 and over',
    },
  })
  Object.assign(categoriesInGreek, {
    senior: {
      field: 'Ηλικιωμένοι (άνω των 64 ετών)',
      fare: 'Ηλικιωμένος ή ηλικιωμένη (άνω των 64 ετών)',
      one: 'ηλικιωμένος ή ηλικιωμένη',
      many: 'ηλικιωμένοι',
      oneInShort: 'ηλικιωμένος/η',
      which: 'άνω των 64 ετών',
    },
  })
})

/**
 * The thread that makes documents loads the list from its file, without the mocks, so this thread
 * makes them.
 */
vi.mock(import('#modules/documents/render-pdf.server.ts'), async () => {
  const documents = await import('#modules/documents/pdf/documents.server.ts')
  return { renderTicketPdf: documents.printTickets, renderReceiptPdf: documents.printReceipt }
})

const SAYS = {
  en: {
    party: '1\u00A0adult, 2\u00A0seniors',
    people: '2 seniors',
    which: '2 seniors (65 and over)',
  },
  el: {
    party: '1\u00A0ενήλικας, 2\u00A0ηλικιωμένοι',
    people: '2 ηλικιωμένοι',
    which: '2 ηλικιωμένοι (άνω των 64 ετών)',
  },
}

const today = dateInCyprus(now())
const { read } = openReader()
let bank: SimulatedBank
let mails: MailServer
beforeAll(async () => {
  mails = await openMailServer()
  process.env.SMTP_URL = mails.url
  bank = await openBank()
  const imported = await importFeed(db, feedWithSeniors(), {
    source: 'a test',
    now: now(),
    by: { kind: 'admin', name: 'a test' },
    assumed: SAMPLE_ASSUMPTIONS,
  })
  if (!imported.ok) throw new Error(`not imported: ${JSON.stringify(imported)}`)
})
afterAll(async () => {
  await bank.stop()
  closeMail()
  await mails.stop()
})

test.each(LOCALES)(
  'pensioners travel at the fare of the feed, from search to ticket (%s)',
  async (locale) => {
    const { orderId } = await buyInPages(locale)
    const { which } = SAYS[locale]
    const tickets = await listTickets(orderId, locale, now())
    const params = { id: tickets[0]?.ticketId ?? '' }
    const path = localePath(locale, '/here')
    const page = await openPage<{ ticket: TicketPageView }>(ticketLoader, path, { params })
    expect(page.shown.ticket.passengers).toContain(which)
    expect(await wordsOf(await printTickets(tickets))).toContain(which)

    const [receipt] = await listDocuments(orderId, locale)
    expect(await wordsOf(await printReceipt(receipt!))).toContain(SAYS[locale].people)
    mails.received.splice(0)
    await sendMails()
    const [confirmation] = mails.received
    const mail = await PostalMime.parse(confirmation?.raw ?? '')
    expect(unsaid(mail, [which])).toEqual([])
    expect(await checkInvariants(db, { now: now(), bank: bank.provider })).toEqual([])
  },
)

/** Buys for one adult and two pensioners through the pages: search, hold, pay. */
async function buyInPages(locale: Locale): Promise<{ orderId: string }> {
  const browser = addBrowser()
  const query = `from=A&to=C&date=${today.add({ days: 3 }).toString()}&adults=1&seniors=2`
  const { legs } = await searchFor(locale, `/book-now?${query}`)
  const [leg] = legs
  expect(leg?.party).toBe(SAYS[locale].party)
  const found = leg?.situation
  const ride = found?.found === 'departures' ? found.groups[0]?.rides[0] : undefined
  expect(ride).toMatchObject({ total: 2100 })

  const chosen = leg && ride ? chooseAddress(leg, ride) : ''
  const { party } = await searchFor(locale, chosen)
  const form = { ...Object.fromEntries(party.hidden), adults: '1', seniors: '2' }
  const held = await openPage(book, localePath(locale, '/book-now'), { browser, form })
  expect(held.status).toBe(303)
  keepCookies(browser, held)
  const path = localePath(locale, '/cart')
  const { shown } = await openPage<{ cart: CartPageView }>(cartLoader, path, { browser })
  const [adult, seniors] = shown.cart.rides[0]?.lines ?? []
  expect(adult).toMatchObject({ category: 'adult', count: 1, total: 900 })
  expect(seniors).toMatchObject({ category: 'senior', count: 2, total: 1200 })

  const visitor = browser.key
  const { orderId, paymentId, url } = await goToBank(visitor, bank, { locale })
  await bank.payAtBank(url)
  await comeBack(paymentId, visitor, locale)
  return { orderId }
}

async function wordsOf(pdf: Uint8Array): Promise<string> {
  return (await read(pdf)).join(' ')
}

async function searchFor(locale: Locale, path: string): Promise<BookNowView> {
  return (await openPage<BookNowView>(search, localePath(locale, path))).shown
}

function feedWithSeniors() {
  const span = [today, today.add({ days: 60 })].map((date) => date.toString().replaceAll('-', ''))
  const fares = { adult: '9.00', child: '4.50', student: '7.50', infant: '0.00', senior: '6.00' }
  const categories = Object.keys(fares).map((id) => `${id},${id},${id === 'adult' ? 1 : 0}`)
  const products = Object.entries(fares).map(([id, fare]) => `single,${id},${fare},EUR`)
  const days = 'monday,tuesday,wednesday,thursday,friday,saturday,sunday'
  return sampleFeed({
    'calendar.txt': `service_id,${days},start_date,end_date\ndaily,1,1,1,1,1,1,1,${span.join(',')}`,
    'rider_categories.txt': `rider_category_id,rider_category_name,is_default_fare_category\n${categories.join('\n')}`,
    'fare_products.txt': `fare_product_id,rider_category_id,amount,currency\n${products.join('\n')}`,
    'fare_leg_rules.txt': 'from_area_id,to_area_id,fare_product_id\n,,single',
  })
}
