import { sql } from 'kysely'
import { matchPath } from 'react-router'
import { beforeAll, expect, test } from 'vitest'

import { OFFICE, PERMISSIONS, type Entry, type OfficePattern } from '#app/permissions.ts'
import { ROLES, type Role } from '#modules/staff/people/roles.ts'
import { receiptNumber } from '#modules/tickets/ticket.ts'
import { db } from '#platform/db.server.ts'
import { asOwner } from '#test/fixtures/as-owner.ts'
import { cancelAndTell } from '#test/fixtures/cancelled-bus.ts'
import { addStaff } from '#test/fixtures/office.ts'
import { openSite } from '#test/fixtures/open-site.ts'
import { sampleThread } from '#test/fixtures/sample-thread.ts'
import { addCashier, sellNow } from '#test/simulation/sales.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import { buy, ride } from '#test/simulation/travellers.ts'

/*
 * A person with the link of a booking, a ticket, a choice or an enquiry acts as the traveller, and
 * the audit then names the traveller. So nothing that the office shows may hold one.
 */

const simulation = openSimulation()
const HERE = 'http://localhost:3000'

let ask: (request: Request) => Promise<Response>
let past: Past

beforeAll(async () => {
  past = await makePast()
  ask = await openSite()
})

test.each(ROLES)(
  'no page of the office gives a %s the key of a traveller, or a link that is refused',
  async (role) => {
    const keys = await listKeys()
    expect(keys.length).toBeGreaterThanOrEqual(8)
    const { cookie } = (await addStaff(role)).browser
    const seen: string[] = []
    const links = new Set<string>()
    for (const path of await addressesFor(role)) {
      for (const address of [path, path.replace(/\?|$/, (end) => `.data${end}`)]) {
        const answer = await ask(new Request(HERE + address, { headers: { cookie } }))
        if (answer.status === 200) seen.push(address)
        if (!/text|json|script/.test(answer.headers.get('content-type') ?? '')) continue
        const text = await answer.text()
        expect([address, keys.filter((key) => text.includes(key))]).toEqual([address, []])
        for (const [, link = ''] of text.matchAll(/<a [^>]*href="(\/office[^"?#]*)/g))
          links.add(link)
      }
    }
    expect([...links].filter((link) => !mayOpen(role, link))).toEqual([])
    const holderViews = past.references.map((reference) => `/office/bookings/${reference}/holder`)
    expect(holderViews.every((path) => seen.includes(path))).toBe(may(role, 'orders.find'))
  },
)

test('staff see the booking as its traveller does, with everything that leads to an act switched off', async () => {
  const { cookie } = (await addStaff('auditor')).browser
  const [, reference] = past.references
  const headers = { cookie }
  const page = await ask(new Request(`${HERE}/office/bookings/${reference}/holder`, { headers }))
  const html = await page.text()
  const shown = html.slice(html.indexOf('order-page'), html.indexOf('</main>'))
  expect(shown).toContain('anna@example.com')
  expect(shown).toMatch(/<a role="link" aria-disabled="true"[^>]*>.*Cancel/s)
  expect(shown).toMatch(/<fieldset disabled[^>]*>.*<button/s)
  expect(shown).not.toMatch(/<form|href="(?!#)/)
})

test('members who see the booking may read a receipt, and those who may issue a ticket may print it', async () => {
  const { reference, receipt, ticket } = await db
    .selectFrom('tickets')
    .innerJoin('bookings', 'bookings.bookingId', 'tickets.bookingId')
    .innerJoin('orders', 'orders.orderId', 'bookings.orderId')
    .innerJoin('receipts', 'receipts.orderId', 'orders.orderId')
    .select(['reference', 'tickets.number as ticket', 'receipts.number as receipt'])
    .where('reference', '=', past.references[1] ?? '')
    .executeTakeFirstOrThrow()
  const papers = `/office/bookings/${reference}/papers/${receiptNumber({ series: 'receipt', number: receipt })}.pdf`
  const printed = `/office/bookings/${reference}/tickets/${ticket}.pdf`
  for (const role of ['auditor', 'seller', 'editor'] as const) {
    const { cookie } = (await addStaff(role)).browser
    const statuses = [papers, printed].map(async (path) => {
      return (await ask(new Request(HERE + path, { headers: { cookie } }))).status
    })
    expect([role, ...(await Promise.all(statuses))]).toEqual([
      role,
      may(role, 'orders.find') ? 200 : 403,
      may(role, 'orders.change') ? 200 : 403,
    ])
  }
})

type Past = { references: string[]; departures: string[] }

/** A bus that was sold and cancelled, one that runs, a sale at the counter, and an answered enquiry. */
async function makePast(): Promise<Past> {
  const [cancelled, runs] = [await anyBus(), await anyBus()]
  const asked = await buy(simulation.bank, [ride(cancelled, 'A', 'C', { adult: 2 })])
  const bought = await buy(simulation.bank, [ride(runs, 'A', 'C', { adult: 2 })])
  const sold = await sellNow(await addCashier(), ride(runs, 'A', 'C'))
  await cancelAndTell(cancelled)
  await db.deleteFrom('enquiries').execute()
  await asOwner((owner) => sql.raw(sampleThread('en')).execute(owner))
  const orderIds = [asked.orderId, bought.orderId, sold.orderId]
  const orders = await db
    .selectFrom('orders')
    .select('reference')
    .where('orderId', 'in', orderIds)
    .orderBy('confirmedAt')
    .execute()
  const references = orders.map(({ reference }) => reference)
  return { references, departures: [cancelled, runs] }
}

/** Every link in the database that opens something without a log-in. */
async function listKeys(): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select manage_id as key from orders union select ticket_id from tickets
    union select token from incident_bookings
    union select thread_id from enquiries where thread_id is not null`.execute(db)
  return rows.map(({ key }) => key)
}

/** Each page that the role may see, for everything in the database that it can be about. */
async function addressesFor(role: Role): Promise<string[]> {
  const { references, departures } = past
  const ids: Record<string, string[]> = {
    reference: references,
    departures,
    ...(await listIds()),
  }
  const entries = Object.entries(OFFICE) as [OfficePattern, Entry][]
  const mine = entries.filter(([, { see }]) => see !== 'anybody' && may(role, see))
  const pages = mine.flatMap(([pattern]) => fill(pattern, ids))
  const sold = references.map((reference) => `/office/sell?sold=${reference}`)
  return may(role, 'sales.sell') ? [...pages, ...sold] : pages
}

function may(role: Role, permission: keyof typeof PERMISSIONS): boolean {
  const granted: readonly Role[] = PERMISSIONS[permission]
  return granted.includes(role)
}

/** A link that fits no pattern leads to a part that everybody in the office may see. */
function mayOpen(role: Role, link: string): boolean {
  const fitting = (Object.entries(OFFICE) as [OfficePattern, Entry][])
    .filter(([pattern]) => matchPath(pattern, link))
    .toSorted(([one], [other]) => one.split(':').length - other.split(':').length)
  return fitting.slice(0, 1).every(([, { see }]) => see === 'anybody' || may(role, see))
}

function fill(pattern: string, ids: Record<string, string[]>): string[] {
  const [, folder = ''] = /^\/office\/(?:money\/)?([a-z]+)\/:/.exec(pattern) ?? []
  if (folder === '') return [pattern]
  const own = folder === 'bookings' ? ids.reference : ids[folder]
  return (own ?? []).map((id) =>
    pattern.replace(/:\w+/, id).replace(':place', '1').replace(':file', 'R-000001.pdf'),
  )
}

async function listIds() {
  const { rows } = await sql<{ folder: string; ids: string[] }>`
    select 'incidents' as folder, array_agg(incident_id::text) as ids from incidents
    union all select 'enquiries', array_agg(reference) from enquiries
    union all select 'payments', array_agg(payment_id::text) from payments
    union all select 'refunds', array_agg(refund_id::text) from refunds
    union all select 'tills', array_agg(session_id::text) from till_sessions
    union all select 'staff', array_agg(id) from staff
    union all select 'reports', array['revenue', 'vat', 'documents', 'loads', 'overrules', 'tills']`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ folder, ids }) => [folder, (ids ?? []).slice(-3)]))
}
