import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Cookie, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'

import { OFFICE, type OfficePattern } from '#app/permissions.ts'
import { findBarriers, openPerson } from '#e2e/support/browser.ts'
import { makeFleet, type Fleet } from '#e2e/support/fleet.ts'
import { listObstacles } from '#e2e/support/keyboard.ts'
import { languagesNow } from '#e2e/support/languages-now.ts'
import { findFlaws, unfold } from '#e2e/support/look.ts'
import { openScene } from '#e2e/support/scene.ts'
import { makeBookings } from '#e2e/support/screens.ts'
import { EVERYTHING, lookByDayAndNight } from '#e2e/support/sweep.ts'
import type { DraftPreview } from '#modules/gtfs/draft/draft.ts'
import { localePath, LOCALES } from '#platform/locale.ts'
import { TESTS } from '#test/deep.ts'

/* Every page of the office, as its owner sees it: entered by the press of a demonstration. */

type Ids = Record<
  | 'departure'
  | 'incident'
  | 'reference'
  | 'payment'
  | 'refund'
  | 'settled'
  | 'till'
  | 'draft'
  | 'fares'
  | 'enquiry'
  | 'member'
  | 'vehicle'
  | 'duty',
  string
>

/** The addresses at which each page is visited; a file to download is not a page. */
const VISITS: Record<OfficePattern, (ids: Ids) => readonly string[]> = {
  '/office': () => ['/office'],
  '/office/now': () => [],
  '/office/login': () => ['/office/login'],
  '/office/invitation/:token': () => ['/office/invitation/0123456789abcdefghjkmnpqrs'],
  '/office/me': () => ['/office/me'],
  '/office/departures': () => ['/office/departures', '/office/departures?day=2026-12-08'],
  '/office/departures/new': () => [
    '/office/departures/new',
    '/office/departures/new?line=0:1&kind=extra&date=2026-12-24&time=03:00&seats=50&wheelchairs=1&reason=Fair',
    '/office/departures/new?line=0:1&kind=charter&date=soon',
  ],
  '/office/departures/:id': ({ departure }) => [`/office/departures/${departure}`],
  '/office/departures/:id/cancel': ({ departure }) => [`/office/departures/${departure}/cancel`],
  '/office/differences': ({ departure }) => [
    '/office/differences',
    `/office/differences?take=${departure}`,
  ],
  '/office/incidents': () => ['/office/incidents'],
  '/office/incidents/new': () => [
    '/office/incidents/new',
    '/office/incidents/new?day=2026-12-04&from=06:00&until=12:00&stop=LCA&percent=80',
    '/office/incidents/new?day=2026-12-14&from=01:00&until=02:00&route=NL',
    '/office/incidents/new?what=close&day=2026-12-04&from=06:00&until=12:00&stop=LCA',
    '/office/incidents/new?what=late&minutes=40&day=2026-12-04&from=06:00&until=12:00&stop=LCA',
    '/office/incidents/new?what=move&day=2026-12-04&from=06:00&until=12:00&stop=LCA',
    '/office/incidents/new?day=2026-12-04',
  ],
  '/office/incidents/:id': ({ incident }) => [`/office/incidents/${incident}`],
  '/office/departures/:id/manifest': ({ departure }) => [
    `/office/departures/${departure}/manifest`,
  ],
  '/office/departures/:id/manifest.csv': () => [],
  '/office/departures/:id/manifest.pdf': () => [],
  '/office/vehicles': () => ['/office/vehicles'],
  '/office/vehicles/:id': ({ vehicle }) => ['/office/vehicles/new', `/office/vehicles/${vehicle}`],
  '/office/drivers': () => ['/office/drivers'],
  '/office/drivers/:id': () => ['/office/drivers/demonstration-driver'],
  '/office/duties': () => ['/office/duties?day=2026-12-08', '/office/duties?day=2026-12-09'],
  '/office/duties/:id': ({ duty }) => [`/office/duties/${duty}`],
  '/office/boarding': () => ['/office/boarding', '/office/boarding?stop=NIC'],
  '/office/boarding/sync': () => [],
  '/office/phones': () => ['/office/phones'],
  '/office/find': () => ['/office/find', '/office/find?q=example', '/office/find?q=zzzzzz'],
  '/office/bookings/:reference': ({ reference }) => [`/office/bookings/${reference}`],
  '/office/bookings/:reference/holder': ({ reference }) => [`/office/bookings/${reference}/holder`],
  '/office/bookings/:reference/papers/:file': () => [],
  '/office/bookings/:reference/tickets/:file': () => [],
  '/office/bookings/:reference/contact': ({ reference }) => [
    `/office/bookings/${reference}/contact`,
  ],
  '/office/bookings/:reference/cancel': ({ reference }) => [`/office/bookings/${reference}/cancel`],
  '/office/bookings/:reference/journeys/:place/change': ({ reference }) => [
    `/office/bookings/${reference}/journeys/1/change`,
  ],
  '/office/bookings/:reference/refund': ({ reference }) => [`/office/bookings/${reference}/refund`],
  '/office/bookings/:reference/person': ({ reference }) => [`/office/bookings/${reference}/person`],
  '/office/bookings/:reference/person.json': () => [],
  '/office/sell': () => ['/office/sell', '/office/sell?from=NIC&to=LCA&date=2026-12-08'],
  '/office/till': () => ['/office/till'],
  '/office/tills': () => ['/office/tills'],
  '/office/tills/:id': ({ till }) => [`/office/tills/${till}`],
  '/office/money': () => ['/office/money'],
  '/office/money/payments/:id': ({ payment }) => [`/office/money/payments/${payment}`],
  '/office/money/refunds/:id': ({ refund }) => [`/office/money/refunds/${refund}`],
  '/office/money/settlement': () => ['/office/money/settlement'],
  '/office/money/settlement/:day': ({ settled }) => [`/office/money/settlement/${settled}`],
  '/office/checks': () => ['/office/checks'],
  '/office/enquiries': () => ['/office/enquiries'],
  '/office/enquiries/:reference': ({ enquiry }) => [`/office/enquiries/${enquiry}`],
  '/office/notices': () => ['/office/notices'],
  '/office/notices/:id': () => ['/office/notices/new'],
  '/office/fares': () => ['/office/fares'],
  '/office/fares/:id': ({ fares }) => [`/office/fares/${fares}`],
  '/office/company': () => ['/office/company'],
  '/office/timetable': () => ['/office/timetable'],
  '/office/timetable/:id': ({ draft }) => [`/office/timetable/${draft}`],
  '/office/timetable/:id/state': () => [],
  '/office/timetable/:id/feed.zip': () => [],
  '/office/reports': () => ['/office/reports'],
  '/office/reports/:name': () =>
    ['revenue', 'vat', 'loads', 'overrules', 'tills'].map((name) => `/office/reports/${name}`),
  '/office/reports/:name/csv': () => [],
  '/office/reports/:name/xlsx': () => [],
  '/office/staff': () => ['/office/staff'],
  '/office/staff/:id': ({ member }) => [`/office/staff/${member}`],
  '/office/audit': () => ['/office/audit'],
  '/office/audit.csv': () => [],
}

const LANGUAGE = { en: 'en-GB', el: 'el-CY' }
const patterns = Object.keys(OFFICE) as OfficePattern[]
const scene = openScene()
let ids: Ids
let session: Cookie[]

beforeAll(async () => {
  await makeBookings(scene)
  await openTill()
  const fleet = await makeFleet(scene.books)
  const draft = await addDraft()
  const fares = await addFareDraft()
  const { rows } = await sql<Omit<Ids, keyof Fleet | 'draft' | 'fares'>>`
    with settled as (
      insert into settlement_reports (day, provider, state, compared, captured_cents,
        refunded_cents, taken_back_cents, fees_cents, differences, asked_at)
      select '2026-11-30', provider, 'differs', 1, 900, 0, 0, 20, jsonb_build_array(
        jsonb_build_object('is', 'no-answer', 'paymentId', payment_id)), created_at
      from payments where captured_cents > 0 limit 1
      returning day)
    select departure_id as departure, orders.reference, payment_id as payment,
      'demonstration-seller' as member, to_char(settled.day, 'YYYY-MM-DD') as settled,
      (select refund_id from refunds limit 1) as refund,
      (select incident_id from incidents limit 1) as incident,
      (select session_id from till_sessions limit 1) as till,
      (select reference from enquiries limit 1) as enquiry
    from settled, bookings join orders using (order_id) join payments on payable_id = order_id
      join departures using (departure_id)
    where orders.status = 'confirmed' and bookings.state = 'live' and departures.status = 'planned'
    order by confirmed_at limit 1`.execute(scene.books)
  ids = { ...fleet, draft, fares, ...rows[0] } as Ids
})

/** A timetable that would take a sold departure, and most others, off sale. */
async function addDraft(): Promise<string> {
  const { importId } = await scene.books
    .selectFrom('feedImports')
    .select('importId')
    .executeTakeFirstOrThrow()
  const concerned = await scene.books
    .selectFrom('bookings')
    .innerJoin('departures', 'departures.departureId', 'bookings.departureId')
    .select(['departures.departureId', 'routeId', 'departsAt'])
    .limit(1)
    .execute()
  const effects = {
    until: '2027-10-30',
    departures: {
      made: 2104,
      removed: 1990,
      withdrawn: 1,
      moved: 0,
      restored: 0,
      differing: 4,
      pinned: 2,
    },
    people: 2,
    concerned: concerned.map(({ departsAt, ...bus }) => ({
      ...bus,
      departsAt: departsAt.toString(),
      people: 2,
      kind: 'withdrawn' as const,
    })),
    faresChanged: 3,
    offSale: { before: 40, lost: 30 },
    takesTooMuch: true,
  }
  const warnings = [{ file: 'stops.txt', line: 3, code: 'stop-not-served' as const, stop: 'ZYG' }]
  const draftId = randomUUID()
  await scene.books
    .insertInto('timetableDrafts')
    .values({
      draftId,
      name: 'Winter 2027',
      feed: Buffer.from('a feed'),
      state: 'draft',
      madeBy: 'demonstration-owner',
      madeAt: scene.company.now(),
      preview: JSON.stringify({ problems: [], warnings, effects } satisfies DraftPreview),
      baseImportId: importId,
    })
    .execute()
  return draftId
}

/** Fares that somebody prepares: one is raised, and one pair goes off sale. */
async function addFareDraft(): Promise<string> {
  const draftId = randomUUID()
  const pair = { fromStopId: 'NIC', toStopId: 'LCA', passengerCategory: 'adult' }
  const wishes = [
    { ...pair, fareCents: 1000 },
    { ...pair, toStopId: 'PFO', fareCents: null },
  ]
  await scene.books
    .insertInto('fareDrafts')
    .values({
      draftId,
      begins: Temporal.PlainDate.from('2027-05-01'),
      wishes: JSON.stringify(wishes),
      madeBy: 'demonstration-owner',
      madeAt: scene.company.now(),
    })
    .execute()
  return draftId
}

/** The owner enters, in one session for all pages, and opens a till, which a page shows. */
async function openTill(): Promise<void> {
  const { page, context } = await openPerson(scene.browser)
  await enter(page)
  session = await context.cookies()
  await page.goto(`${scene.site.url}/office/till`)
  await page.locator('input[name="float"]').fill('100')
  await page.locator('form:has([value="open"]) button').click()
  await page.waitForLoadState()
  await context.close()
}

async function enter(page: Page): Promise<void> {
  await page.goto(`${scene.site.url}/office/login`)
  const [answer] = await Promise.all([
    page.waitForResponse((one) => one.request().method() === 'POST'),
    page.locator('button[value="owner"]').click(),
  ])
  expect(answer.status()).toBe(303)
  await page.waitForURL((url) => url.pathname === '/office')
}

/** A day's run looks once, as it is seen on a phone; a deep one in each language and scheme. */
const isDaily = TESTS === 'daily'

describe.each(isDaily ? languagesNow() : LOCALES)('%s', (locale) => {
  const isFirst = locale === LOCALES[0]

  test.concurrent.each(patterns)(
    '%s is well laid out and accessible to everyone',
    async (pattern) => {
      const person = await openPerson(scene.browser, { locale: LANGUAGE[locale], width: 360 })
      const { page, context, complaints } = person
      await context.addCookies(session)
      const flaws: string[] = []
      for (const address of VISITS[pattern](ids)) {
        const note = (found: Iterable<string>) =>
          flaws.push(...[...found].map((flaw) => `${address}: ${flaw}`))
        const answer = await page.goto(scene.site.url + localePath(locale, address))
        if (answer?.status() !== 200) note([`is answered with ${answer?.status()}`])
        note(await findFlaws(page))
        await unfold(page)
        if (isDaily) {
          note(await findBarriers(page))
          continue
        }
        if (isFirst) note(await listObstacles(page))
        note(await lookByDayAndNight(page, EVERYTHING))
      }
      expect([...flaws, ...complaints]).toEqual([])
      await context.close()
    },
  )
})
