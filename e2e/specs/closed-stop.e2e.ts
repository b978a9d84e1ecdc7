import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { listBreachesAtRest } from '#e2e/support/books.ts'
import { openPerson } from '#e2e/support/browser.ts'
import { findBus } from '#e2e/support/find-bus.ts'
import { pressChoice } from '#e2e/support/press-choice.ts'
import { findMail } from '#e2e/support/read-mail.ts'
import { openScene } from '#e2e/support/scene.ts'
import { logInAs } from '#e2e/support/staff-login.ts'
import { openBrowser } from '#e2e/support/traveller.ts'
import { localePath, type Locale } from '#platform/locale.ts'
import { until } from '#test/fixtures/until.ts'

/*
 * The bus station of Paralimni is closed for a morning: from the check page to the choice of each
 * passenger, and then a stop in Protaras moves across the street.
 */

const scene = openScene()
const DAY = '2026-12-04'
const LINE = { from: 'DER', to: 'LCA' }

test('a stop is closed: passengers board elsewhere or are refunded, and nobody can buy it any more', async () => {
  const bus = await findBus(scene.books, LINE, `${DAY}T06:30`)
  const anna = await buy('anna', 'el', { departureId: bus, from: 'PAR' })
  const family = await buy('family', 'en', { departureId: bus, from: 'PAR' })
  const other = await buy('other', 'en', { departureId: bus, from: 'DER' })

  // The check page says who is concerned before anything is sent.
  const { page, context, complaints } = await openPerson(scene.browser, { width: 1280 })
  await logInAs(page, 'dispatcher', { site: scene.site.url })
  await page.goto(`${scene.site.url}/office/departures/${bus}`)
  await page.getByRole('link', { name: 'Close or move' }).nth(1).click()
  const check = page.locator('main')
  await check.getByText('Close the stop for 1 departure: 2 passengers').waitFor()
  expect(await check.innerText()).toContain(anna.reference)
  expect(await check.innerText()).not.toContain(other.reference)
  await confirm(page, 'The bus station is closed')
  expect(await page.locator('main').innerText()).toContain('Closed: Paralimni')

  // Nobody can buy it any more; the other stops are sold.
  const visitor = await openPerson(scene.browser, { locale: 'el-CY', javaScriptEnabled: false })
  await visitor.page.goto(scene.site.url + searchFor('el', 'PAR'))
  expect(await visitor.page.locator('main').innerText()).toContain(
    'Δεν σταματά εδώ εκείνη την ημέρα',
  )
  await visitor.page.goto(scene.site.url + searchFor('en', 'DER'))
  expect(await visitor.page.locator('main').innerText()).not.toContain('Does not stop here')

  // Anna boards at the nearest stop in Greek and without script.
  const links = new Map<string, string>()
  for (const who of [anna, family]) {
    const mail = await findMail(scene.company, who.email, {
      what: 'the choice',
      isIt: ({ text }) => text?.includes('/choose/') ?? false,
    })
    links.set(who.email, /https?:\/\/\S+\/choose\/\w+/.exec(mail.text ?? '')?.[0] ?? '')
  }
  await visitor.page.goto(links.get(anna.email) ?? '')
  expect(await visitor.page.locator('main').innerText()).toContain(
    'το λεωφορείο σας δεν θα σταματήσει στη στάση Παραλίμνι',
  )
  const nearest = visitor.page.getByRole('link', { name: /Επιβίβαση στη στάση Δερύνεια/ })
  await pressChoice(visitor.page, nearest.first())
  await visitor.page.getByText('Επιβίβαση στη στάση Δερύνεια').first().waitFor()
  expect(await stopsOf(anna.orderId)).toEqual(['DER LCA'])

  // The family prefers the money.
  await visitor.page.goto(links.get(family.email) ?? '')
  expect(await visitor.page.locator('main').innerText()).toContain('Board at Deryneia')
  await pressChoice(visitor.page, visitor.page.locator('a[href="?choice=refund"]'))
  await visitor.page.getByText('Your refund is on its way').waitFor()
  expect(await stopsOf(family.orderId)).toEqual([])
  await visitor.context.close()

  // It is served after all: Anna keeps what she chose, and it is sold again.
  await page.reload()
  await page.getByRole('button', { name: 'Serve the stop as usual' }).click()
  await page.getByText('serve it as usual again').waitFor()
  expect(await stopsOf(anna.orderId)).toEqual(['DER LCA'])
  expect(await listBreachesAtRest(scene.company, scene.books)).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

test('a stop moves: the mail, the ticket and the booking name the place in the language of each', async () => {
  const bus = await findBus(scene.books, LINE, `${DAY}T14:00`)
  const nikos = await buy('nikos', 'el', { departureId: bus, from: 'PRO' })
  const { page, context, complaints } = await openPerson(scene.browser, { width: 1280 })
  await logInAs(page, 'dispatcher', { site: scene.site.url, prefix: '/el' })
  const query = `what=move&departure=${bus}&day=${DAY}&from=00:00&until=00:00&stop=PRO`
  await page.goto(`${scene.site.url}/el/office/incidents/new?${query}`)
  await page.locator('[name="place-en"]').fill('Across the street, by the pharmacy')
  await page.locator('[name="place-el"]').fill('Απέναντι, δίπλα στο φαρμακείο')
  await confirm(page, 'Έργα')
  const mail = await findMail(scene.company, nikos.email, {
    what: 'the new place',
    isIt: ({ text }) => text?.includes('δίπλα στο φαρμακείο') ?? false,
  })
  expect(mail.subject).toContain('Η στάση σας μεταφέρθηκε')
  const link = /https?:\/\/\S+\/choose\/\w+/.exec(mail.text ?? '')?.[0] ?? ''
  await page.goto(link)
  expect(await page.locator('main').innerText()).toContain('Απέναντι, δίπλα στο φαρμακείο')
  await page.locator('button[value="stay"]').click()
  await page.getByText('Μένετε στο δρομολόγιό σας').waitFor()
  const { manageId, ticketId } = await linksOf(nikos.orderId)
  await page.goto(`${scene.site.url}/el/bookings/${manageId}`)
  expect(await page.locator('main').innerText()).toContain('δίπλα στο φαρμακείο')
  await page.goto(`${scene.site.url}/tickets/${ticketId}`)
  expect(await page.locator('main').innerText()).toContain('Across the street, by the pharmacy')
  await until('the passenger stays', async () => (await stopsOf(nikos.orderId)).length === 1)
  expect(complaints).toEqual([])
  await context.close()
})

async function confirm(page: Page, reason: string): Promise<void> {
  await page.locator('[name=reason]').fill(reason)
  const shown = await page.locator('main').innerText()
  await page.locator('[name=code]').fill(/\b\d{6}\b/.exec(shown)?.[0] ?? '')
  await page.locator('form button.button-action').click()
  await page.waitForURL((url) => /\/office\/incidents\/[\da-f]{8}-/.test(url.pathname))
}

function searchFor(locale: Locale, from: string): string {
  const search = new URLSearchParams({ from, to: 'LCA', date: DAY, adults: '1' })
  return localePath(locale, `/book-now?${search}`)
}

type Wanted = { departureId: string; from: string }

async function buy(who: string, locale: Locale, { departureId, from }: Wanted) {
  const buyer = openBrowser(scene.site.url, { locale })
  const email = `${who}@example.com`
  const chosen = `${searchFor(locale, from)}&departure=${departureId}`
  await buyer.addToCart(await buyer.visit(chosen))
  const { url } = await buyer.checkOut({ name: `Passenger ${who}`, email })
  await buyer.payAtBank(url)
  const { rows } = await sql<{ orderId: string; reference: string }>`
    select order_id, reference from orders where contact_email = ${email}`.execute(scene.books)
  if (!rows[0]) throw new Error(`no booking of ${email}`)
  return { email, ...rows[0] }
}

/** The stops between which an order travels. */
async function stopsOf(orderId: string): Promise<string[]> {
  const { rows } = await sql<{ stops: string }>`
    select from_stop_id || ' ' || to_stop_id as stops from bookings
    where order_id = ${orderId} and state = 'live'`.execute(scene.books)
  return rows.map(({ stops }) => stops)
}

async function linksOf(orderId: string) {
  const { rows } = await sql<{ manageId: string; ticketId: string }>`
    select manage_id, ticket_id from orders join bookings using (order_id)
    join tickets using (booking_id) where order_id = ${orderId} and replaced_at is null`.execute(
    scene.books,
  )
  return rows[0] ?? { manageId: '', ticketId: '' }
}
