import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { listBreachesAtRest } from '#e2e/support/books.ts'
import { findBarriers, openPerson, openTicket } from '#e2e/support/browser.ts'
import { findBus, listBuses } from '#e2e/support/find-bus.ts'
import { findFlaws, unfold } from '#e2e/support/look.ts'
import { findMail } from '#e2e/support/read-mail.ts'
import { openScene } from '#e2e/support/scene.ts'
import { logInAs } from '#e2e/support/staff-login.ts'
import { openBrowser, type Fields } from '#e2e/support/traveller.ts'
import { localePath, type Locale } from '#platform/locale.ts'
import { clockTime } from '#platform/time.ts'

/*
 * Choices on a phone, in both languages, with and without script: a group splits, and a traveller
 * whose flight is late takes a later bus of the day.
 */

const scene = openScene()
const TODAY = '2026-12-02'
const DAY = '2026-12-04'
const LINE = { from: 'NIC', to: 'LCA' }
const STORY_MILLISECONDS = 300_000

/** The words that the two languages have for the same thing. */
const WORDS = {
  en: {
    choose: 'Choose what suits you',
    split: 'Only some of our group will travel',
    onBus: 'You are booked on the',
    party: '1\u00A0adult',
    two: '2\u00A0adults',
    staying: 'You stay on your bus',
    part: 'Part of your booking',
    refunded: 'Refunded by us, with nothing deducted',
    landing: 'wiser to wait until you have landed',
    later: 'Choose a later bus today',
    take: 'Take this bus',
    full: 'That bus has just filled up.',
    taken: 'Your seat on this bus is reserved.',
  },
  el: {
    choose: 'Επιλέξτε τι σας εξυπηρετεί',
    split: 'Μόνο μερικοί από εμάς θα ταξιδέψουν',
    onBus: 'Ταξιδεύετε με το δρομολόγιο',
    party: '1\u00A0ενήλικας',
    two: '2\u00A0ενήλικες',
    staying: 'Μένετε στο δρομολόγιό σας',
    part: 'Ένα μέρος',
    refunded: 'Επιστροφή χρημάτων από εμάς, χωρίς καμία παρακράτηση',
    landing: 'μέχρι να προσγειωθείτε',
    later: 'Επιλογή δρομολογίου αργότερα σήμερα',
    take: 'Κράτηση θέσης σε αυτό',
    full: 'Το λεωφορείο αυτό μόλις γέμισε.',
    taken: 'Η θέση σας σε αυτό το λεωφορείο έχει κρατηθεί.',
  },
} as const

const PHARMACY = {
  'place-en': 'Across the street, by the pharmacy',
  'place-el': 'Απέναντι, δίπλα στο φαρμακείο',
}

const PHONES = [
  { locale: 'en', javaScriptEnabled: true, leaves: '12:30', moved: '15:30', partly: '17:30' },
  { locale: 'el', javaScriptEnabled: false, leaves: '13:30', moved: '16:30', partly: '18:30' },
] as const

test.each(PHONES)(
  'a group of three splits in $locale, script $javaScriptEnabled: one takes the other bus, and two are refunded',
  async ({ locale, javaScriptEnabled, leaves }) => {
    const words = WORDS[locale]
    const bus = await findBus(scene.books, LINE, `${DAY}T${leaves}`)
    const group = await buy(`group-${locale}`, locale, { day: DAY, bus, adults: '3' })
    await decide(`/office/departures/${bus}/cancel`)
    const { page, context, complaints } = await openPhone(locale, javaScriptEnabled)
    await page.goto(await linkOf(group.email))
    await page.getByText(words.split).click()
    await page.locator('[name=travelling-adult]').selectOption('1')
    expect(await lookAt(page, javaScriptEnabled)).toEqual([])
    const split = page.locator('details').filter({ hasText: words.split })
    await split.locator('button[name=choice]').first().click()

    await page.getByText(words.onBus).first().waitFor()
    expect(await page.locator('main').innerText()).toContain(words.party)
    expect(await lookAt(page, javaScriptEnabled)).toEqual([])
    const [party, ...others] = await partiesOf(group.orderId)
    expect([party?.adults, others]).toEqual([1, []])
    expect(party?.departureId).not.toBe(bus)
    expect(await refundsOf(group.orderId)).toBe((group.paid / 3) * 2)
    expect(await listBreachesAtRest(scene.company, scene.books)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  },
  STORY_MILLISECONDS,
)

test.each(PHONES)(
  'a stop moves in $locale, script $javaScriptEnabled: one group stays, and of another two take the next bus',
  async ({ locale, javaScriptEnabled, moved }) => {
    const words = WORDS[locale]
    const bus = await findBus(scene.books, LINE, `${DAY}T${moved}`)
    const staying = await buy(`stays-${locale}`, locale, { day: DAY, bus, adults: '3' })
    const parting = await buy(`parts-${locale}`, locale, { day: DAY, bus, adults: '3' })
    const query = `what=move&departure=${bus}&day=${DAY}&from=00:00&until=00:00&stop=NIC`
    await decide(`/office/incidents/new?${query}`, PHARMACY)
    const { page, context, complaints } = await openPhone(locale, javaScriptEnabled)
    await page.goto(await linkOf(staying.email))
    await page.locator('button[value=stay]').first().click()
    await page.getByText(words.staying).first().waitFor()
    expect(await partiesOf(staying.orderId)).toEqual([{ departureId: bus, adults: 3 }])
    expect(await refundsOf(staying.orderId)).toBe(0)

    // The booking leads to the same choice, once it is given.
    await linkOf(parting.email)
    await page.goto(scene.site.url + localePath(locale, `/bookings/${parting.manageId}`))
    expect(await page.locator('main .button-action').allInnerTexts()).toEqual([words.choose])
    await page.getByRole('link', { name: words.choose }).click()
    await page.waitForURL(/\/choose\//)
    await page.getByText(words.split).click()
    await page.locator('[name=travelling-adult]').selectOption('2')
    expect(await lookAt(page, javaScriptEnabled)).toEqual([])
    const split = page.locator('details').filter({ hasText: words.split })
    await split.locator('button[name=choice]:not([value=stay])').first().click()
    await page.getByText(words.onBus).first().waitFor()
    expect(await page.locator('main').innerText()).toContain(words.two)
    const [party, ...others] = await partiesOf(parting.orderId)
    expect([party?.adults, others]).toEqual([2, []])
    expect(party?.departureId).not.toBe(bus)
    expect(await refundsOf(parting.orderId)).toBe(parting.paid / 3)
    expect(await listBreachesAtRest(scene.company, scene.books)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  },
  STORY_MILLISECONDS,
)

test.each(PHONES)(
  'a stop moves in $locale, script $javaScriptEnabled: of a group two stay on their bus, and the third has the money',
  async ({ locale, javaScriptEnabled, partly }) => {
    const words = WORDS[locale]
    const bus = await findBus(scene.books, LINE, `${DAY}T${partly}`)
    const group = await buy(`partly-${locale}`, locale, { day: DAY, bus, adults: '3' })
    const ticket = await ticketOf(group.orderId)
    const query = `what=move&departure=${bus}&day=${DAY}&from=00:00&until=00:00&stop=NIC`
    await decide(`/office/incidents/new?${query}`, PHARMACY)
    const { page, context, complaints } = await openPhone(locale, javaScriptEnabled)
    await page.goto(await linkOf(group.email))
    await page.getByText(words.split).click()
    await page.locator('[name=travelling-adult]').selectOption('2')
    expect(await lookAt(page, javaScriptEnabled)).toEqual([])
    const split = page.locator('details').filter({ hasText: words.split })
    await split.locator('button[value=stay]').click()

    await page.getByText(words.staying).first().waitFor()
    expect(await page.locator('main').innerText()).toContain(words.two)
    expect(await lookAt(page, javaScriptEnabled)).toEqual([])
    expect(await partiesOf(group.orderId)).toEqual([{ departureId: bus, adults: 2 }])
    expect(await refundsOf(group.orderId)).toBe(group.paid / 3)
    const mail = await findMail(scene.company, group.email, {
      what: 'the refund of a part',
      isIt: ({ subject }) => subject?.includes(words.part) ?? false,
    })
    expect(mail.text).toContain(`/tickets/${await ticketOf(group.orderId)}`)
    await page.goto(scene.site.url + localePath(locale, `/bookings/${group.manageId}`))
    const booking = await page.locator('main').textContent()
    expect(booking).toContain(words.two)
    expect(booking).toContain(words.refunded)
    expect(await lookAt(page, javaScriptEnabled)).toEqual([])
    const old = scene.site.url + localePath(locale, `/tickets/${ticket}`)
    expect(await openTicket(page, old)).toBe(410)
    expect(await listBreachesAtRest(scene.company, scene.books)).toEqual([])
    expect(complaints.filter((one) => !one.includes('410'))).toEqual([])
    await context.close()
  },
  STORY_MILLISECONDS,
)

test.each(PHONES)(
  'a late flight in $locale, script $javaScriptEnabled: one later bus fills up, and another of the day is taken',
  async ({ locale, javaScriptEnabled }) => {
    const words = WORDS[locale]
    const [own = '', , third = '', fourth = ''] = await listBuses(scene.books, LINE, {
      after: scene.company.now().add({ hours: 1 }),
      most: 4,
    })
    const anna = await buy(`late-${locale}`, locale, { day: TODAY, bus: own, adults: '1' })
    const ticket = await ticketOf(anna.orderId)
    await leaveOneSeat(fourth)
    const { page, context, complaints } = await openPhone(locale, javaScriptEnabled)
    await page.goto(scene.site.url + localePath(locale, `/tickets/${ticket}`))
    expect(await page.locator('.next-bus').innerText()).toContain(words.landing)
    await page.getByText(words.later).click()
    await page.locator('#later-bus').selectOption(fourth)
    expect(await lookAt(page, javaScriptEnabled)).toEqual([])

    // The last seat goes to another traveller while the page is open.
    await buy(`rival-${locale}`, 'en', { day: TODAY, bus: fourth, adults: '1' })
    await page.getByRole('button', { name: words.take, exact: true }).click()
    const told = page.getByRole('alert')
    await told.waitFor()
    expect(await told.innerText()).toContain(words.full)
    expect(await listOptions(page)).not.toContain(fourth)
    expect(await lookAt(page, javaScriptEnabled)).toEqual([])
    expect(await ticketOf(anna.orderId)).toBe(ticket)

    // The bus after the next one has room.
    if (!javaScriptEnabled) await page.getByText(words.later).click()
    await page.locator('#later-bus').selectOption(third)
    await page.getByRole('button', { name: words.take, exact: true }).click()
    await page.waitForURL(/\/tickets\/[\da-z]{26}\?later/)
    const shown = await page.locator('main').innerText()
    expect(shown).toContain(words.taken)
    expect(shown).toContain(await clockOf(third))
    expect(await partiesOf(anna.orderId)).toMatchObject([{ departureId: third, adults: 1 }])
    expect(page.url()).toContain(await ticketOf(anna.orderId))
    expect(await page.locator('.next-bus').count()).toBe(0)
    expect(await refundsOf(anna.orderId)).toBe(0)
    const old = scene.site.url + localePath(locale, `/tickets/${ticket}`)
    expect(await openTicket(page, old)).toBe(410)
    expect(await listBreachesAtRest(scene.company, scene.books)).toEqual([])
    expect(complaints.filter((one) => !/\b4(22|10)\b/.test(one))).toEqual([])
    await context.close()
  },
  STORY_MILLISECONDS,
)

function openPhone(locale: Locale, javaScriptEnabled: boolean) {
  const language = { en: 'en-GB', el: 'el-CY' }[locale]
  return openPerson(scene.browser, { locale: language, javaScriptEnabled, width: 360 })
}

/** Flaws and barriers of a page; without script it is not checked for barriers. */
async function lookAt(page: Page, javaScriptEnabled: boolean): Promise<string[]> {
  if (!javaScriptEnabled) return []
  await unfold(page)
  return [...(await findFlaws(page)), ...(await findBarriers(page))]
}

/** A dispatcher confirms an act of the office with its code. */
async function decide(path: string, fields: Fields = {}): Promise<void> {
  const { page, context } = await openPerson(scene.browser, { width: 1280 })
  await logInAs(page, 'dispatcher', { site: scene.site.url })
  await page.goto(scene.site.url + path)
  for (const [name, text] of Object.entries(fields)) {
    await page.locator(`[name="${name}"]`).fill(text)
  }
  await page.locator('[name=reason]').fill('Road works')
  const shown = await page.locator('main').innerText()
  await page.locator('[name=code]').fill(/\b\d{6}\b/.exec(shown)?.[0] ?? '')
  await page.locator('form button.button-action').click()
  await page.waitForURL((url) => /\/office\/incidents\/[\da-f]{8}-/.test(url.pathname))
  await context.close()
  // A code confirms one act alone.
  scene.company.moveClock({ minutes: 1 })
}

/** The link to the choice, from the mail about it. */
async function linkOf(email: string): Promise<string> {
  const mail = await findMail(scene.company, email, {
    what: 'the choice',
    isIt: ({ text }) => text?.includes('/choose/') ?? false,
  })
  return /https?:\/\/\S+\/choose\/\w+/.exec(mail.text ?? '')?.[0] ?? ''
}

type Wanted = { day: string; bus: string; adults: string }

async function buy(who: string, locale: Locale, { day, bus, adults }: Wanted) {
  const buyer = openBrowser(scene.site.url, { locale })
  const email = `${who}@example.com`
  const search = new URLSearchParams({ from: 'NIC', to: 'LCA', date: day, adults })
  const chosen = localePath(locale, `/book-now?${search}&departure=${bus}`)
  await buyer.addToCart(await buyer.visit(chosen))
  const { url } = await buyer.checkOut({ name: 'Anna Example', email })
  await buyer.payAtBank(url)
  const { rows } = await sql<{ orderId: string; manageId: string; paid: number }>`
    select order_id, manage_id, sum(total_cents)::int as paid from orders join bookings using (order_id)
    where contact_email = ${email} and state = 'live' group by order_id, manage_id`.execute(
    scene.books,
  )
  if (!rows[0]) throw new Error(`no booking of ${email}`)
  return { email, ...rows[0] }
}

async function clockOf(departureId: string): Promise<string> {
  const { rows } = await sql<{ departsAt: Temporal.Instant }>`
    select departs_at from departure_stops
    where position = 0 and departure_id = ${departureId}`.execute(scene.books)
  return rows[0] ? clockTime(rows[0].departsAt) : ''
}

async function leaveOneSeat(departureId: string): Promise<void> {
  await sql`
    update departures set seats = 1 + (
      select coalesce(sum(seats), 0)::int from seat_holds where departure_id = ${departureId})
    where departure_id = ${departureId}`.execute(scene.books)
}

/** The buses on which an order travels, with the number of adults. */
async function partiesOf(orderId: string) {
  const { rows } = await sql<{ departureId: string; adults: number }>`
    select departure_id, count as adults from bookings join booking_passengers using (booking_id)
    where order_id = ${orderId} and state = 'live' and category = 'adult'`.execute(scene.books)
  return rows
}

async function refundsOf(orderId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(refunds.amount_cents), 0)::int as cents
    from refunds join payments using (payment_id) where payable_id = ${orderId}`.execute(
    scene.books,
  )
  return rows[0]?.cents ?? 0
}

async function ticketOf(orderId: string): Promise<string> {
  const { rows } = await sql<{ ticketId: string }>`
    select ticket_id from tickets join bookings using (booking_id)
    where order_id = ${orderId} and replaced_at is null`.execute(scene.books)
  return rows[0]?.ticketId ?? ''
}

function listOptions(page: Page): Promise<(string | null)[]> {
  const options = page.locator('#later-bus option')
  return options.evaluateAll((all) => all.map((one) => one.getAttribute('value')))
}
