import { array, constantFrom, record, sample } from 'fast-check'
import { expect, test } from 'vitest'

import { checkInvariants } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { dateInCyprus } from '#platform/time.ts'
import type { Step } from '#test/simulation/steps.ts'
import { NIGHTS, openCompany, type Plan } from '#test/simulation/travel.ts'

import { listFigures, sumFigures, sumUpDays, type Span } from './figures.server.ts'
import { addFigures, NO_FIGURES } from './figures.ts'

const JOURNEYS = 10
const company = openCompany()

/** Steps that move money, and time that passes between them. */
const step = constantFrom<Step[]>(
  'press pay',
  'pay the newest',
  'come back',
  'give all up',
  'one stays at home',
  'read callbacks',
  'take another bus',
  'ride further',
  'miss the bus',
  'the bus does not run',
  'holders are refunded',
  'send refunds',
  'the worker is away for a day',
)
const journeys = record<Plan>({
  night: constantFrom(...NIGHTS),
  hoursBefore: constantFrom(1, 20, 73),
  alreadyBought: constantFrom(true),
  rounds: array(array(step, { minLength: 1, maxLength: 2 }), { minLength: 3, maxLength: 9 }),
})

test('after random journeys the figures are those of the ledger, day by day and in all', async () => {
  let all = NO_FIGURES
  for (const plan of sample(journeys, { numRuns: JOURNEYS, seed: 23 })) {
    await db.deleteFrom('figuredDays').execute()
    await company.travel(plan)
    const books = await listBooks()
    const [from, until] = [books[0]?.day ?? '', books.at(-1)?.day ?? '']
    const span = { from: Temporal.PlainDate.from(from), until: Temporal.PlainDate.from(until) }

    const live = await listFigures(span)
    expect(await listSums(span)).toEqual(books)
    for (const by of ['route', 'category', 'channel'] as const) {
      const sums = (await sumFigures(span, by)).map(({ of: _key, ...figures }) => figures)
      expect(sums.reduce(addFigures, NO_FIGURES)).toEqual(live.reduce(addFigures, NO_FIGURES))
    }
    await sumUpDays(now().add({ hours: 24 }))
    expect(await listFigures(span)).toEqual(live)
    const breaches = await checkInvariants(db, { now: now() })
    expect(breaches.filter((breach) => breach.startsWith('I23'))).toEqual([])
    all = live.reduce(addFigures, all)
  }
  // Journeys without these would show nothing.
  expect(Math.min(all.cancelledCents, all.feesCents, all.forfeitedCents)).toBeGreaterThan(0)
})

type Books = { day: string } & Record<'fares' | 'fees' | 'forfeited' | 'papers' | 'vat', number>

/** The ledger and the documents, day by day; days without any money are left out. */
async function listBooks(): Promise<Books[]> {
  const days = new Map<string, Books>()
  const at = (moment: Temporal.Instant) => {
    const day = dateInCyprus(moment).toString()
    const books = days.get(day) ?? { day, fares: 0, fees: 0, forfeited: 0, papers: 0, vat: 0 }
    days.set(day, books)
    return books
  }
  for (const { enteredAt, account, amountCents } of await db
    .selectFrom('ledgerEntries')
    .selectAll()
    .execute()) {
    if (account === 'fares' || account === 'fees' || account === 'forfeited') {
      at(enteredAt)[account] -= amountCents
    }
  }
  for (const { issuedAt, series, totalCents, vatCents } of await db
    .selectFrom('receipts')
    .selectAll()
    .execute()) {
    const sign = series === 'receipt' ? 1 : -1
    at(issuedAt).papers += sign * totalCents
    at(issuedAt).vat += sign * vatCents
  }
  return [...days.values()].toSorted((one, other) => (one.day < other.day ? -1 : 1))
}

async function listSums(span: Span): Promise<Books[]> {
  return (await sumFigures(span, 'day')).map(({ of, ...figures }) => ({
    day: of,
    fares: figures.soldCents - figures.cancelledCents - figures.forfeitedCents,
    fees: figures.feesCents,
    forfeited: figures.forfeitedCents,
    papers: figures.soldCents - figures.cancelledCents + figures.feesCents,
    vat: figures.vatCents,
  }))
}
