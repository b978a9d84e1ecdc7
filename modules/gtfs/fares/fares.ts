import { EVER, type Fare } from '#modules/fares/fares.ts'
import {
  CATEGORY_RULES,
  PASSENGER_CATEGORIES,
  type PassengerCategory,
} from '#modules/fares/passengers.ts'
import type { FeedTables, TripRow } from '#modules/gtfs/feed/feed-tables.ts'
import type { Problems, Warnings } from '#modules/gtfs/feed/findings.ts'
import type { Assumptions } from '#modules/gtfs/timetable/assumptions.ts'
import type { Call } from '#modules/gtfs/timetable/calls.ts'

import { priceByZones } from './fares-v1.ts'
import { priceByLegRules } from './fares-v2.ts'
import type { Price, RideablePair } from './price.ts'

type Calls = ReadonlyMap<string, readonly Call[]>

type Asking = {
  tables: FeedTables
  trips: readonly TripRow[]
  calls: Calls
  assumed: Assumptions
  problems: Problems
  warnings: Warnings
}

/** The fare of every pair of stops that can be travelled, by Fares v2 if the feed has it, else v1. */
export function readFares(asking: Asking): Fare[] {
  const { tables, problems, warnings } = asking
  checkCurrency(tables, problems)
  const isNewer = tables.fareLegRules.length > 0 && tables.fareProducts.length > 0
  const file = isNewer ? 'fare_products.txt' : 'fare_attributes.txt'
  const byLegRules = priceByLegRules(tables, warnings)
  const byZones = priceByZones(tables)

  const reported = new Set<string>()
  const pairs = rideablePairs(asking)
  const fares = pairs.flatMap((pair) => {
    const prices = isNewer ? byLegRules(pair.from, pair.to) : byZones(pair)
    return faresOfPair(pair, prices, file, asking, reported)
  })
  if (fares.length === 0 && pairs.length > 0) problems.add({ file, line: null, code: 'no-fares' })
  warnOfTiny(fares, file, warnings)
  return fares
}

function faresOfPair(
  { from, to }: RideablePair,
  prices: readonly Price[],
  file: string,
  asking: Asking,
  reported: Set<string>,
): Fare[] {
  const { problems, warnings } = asking
  const adult = prices.find(({ category }) => category === 'adult')
  if (!adult) {
    warnings.add({ file, line: null, code: 'pair-without-fare', from, to })
    return []
  }
  const toldLines = new Set<number>()
  return PASSENGER_CATEGORIES.map((category) => {
    const own = prices.filter((price) => price.category === category)
    const other = own.find(({ cents }) => cents !== own[0]?.cents)
    if (other && !toldLines.has(other.line)) {
      toldLines.add(other.line)
      const amounts = [...new Set(own.map(({ cents }) => inEuros(cents)))].join(', ')
      const facts = { from, to, category, amounts }
      problems.add({ file, line: other.line, code: 'ambiguous-fare', ...facts })
    }
    const paid = own[0]
    if (CATEGORY_RULES[category].onLap && paid && paid.cents > 0) {
      problems.add({ file, line: paid.line, code: 'infants-pay', amount: inEuros(paid.cents) })
    }
    const isFirst = !paid && !reported.has(category)
    reported.add(paid ? '' : category)
    const fareCents = paid?.cents ?? shareOf(adult.cents, category, file, isFirst, asking)
    return {
      fromStopId: from,
      toStopId: to,
      passengerCategory: category,
      validFrom: EVER,
      fareCents,
    }
  })
}

/**
 * The fare of a category that has no fare of its own in the feed. The gap is reported once, not for
 * each pair.
 */
function shareOf(
  adultCents: number,
  category: PassengerCategory,
  file: string,
  isFirst: boolean,
  { assumed, problems, warnings }: Asking,
): number {
  if (category === 'adult') return adultCents
  const percent = assumed.shares[category]
  const facts = { category, option: CATEGORY_RULES[category].field }
  if (isFirst && percent === null)
    problems.add({ file, line: null, code: 'fare-not-said', ...facts })
  if (isFirst && percent !== null) {
    warnings.add({ file, line: null, code: 'fare-assumed', ...facts, percent })
  }
  return Math.round((adultCents * (percent ?? 100)) / 100)
}

/** The least that Stripe and other providers charge. */
const MIN_CHARGE_CENTS = 50

function warnOfTiny(fares: readonly Fare[], file: string, warnings: Warnings) {
  const tiny = fares.flatMap(({ fareCents, ...fare }) => {
    const amount = fareCents ?? 0
    return amount > 0 && amount < MIN_CHARGE_CENTS ? [{ ...fare, amount: inEuros(amount) }] : []
  })
  const [example] = tiny
  if (!example) return
  const { fromStopId: from, toStopId: to, amount } = example
  const facts = { from, to, amount, fares: tiny.length }
  warnings.add({ file, line: null, code: 'fare-too-small', ...facts })
}

function inEuros(amount: number): string {
  return (amount / 100).toFixed(2)
}

/** Every pair of stops where some trip picks up at the first and later sets down at the second. */
function rideablePairs({ trips, calls: callsOf }: Asking): RideablePair[] {
  const pairs = new Map<string, { from: string; to: string; routes: Set<string> }>()
  const patterns = new Map<string, readonly Call[]>()
  for (const { trip_id, route_id } of trips) {
    const calls = callsOf.get(trip_id) ?? []
    const stops = calls.map(({ stopId, pickup, dropoff }) => [stopId, pickup, dropoff])
    patterns.set(JSON.stringify([route_id, stops]), calls)
  }
  for (const [pattern, calls] of patterns) {
    const [route] = JSON.parse(pattern) as [string]
    for (const [place, on] of calls.entries()) {
      for (const off of calls.slice(place + 1)) {
        if (!on.pickup || !off.dropoff || on.stopId === off.stopId) continue
        const key = JSON.stringify([on.stopId, off.stopId])
        const pair = pairs.get(key) ?? { from: on.stopId, to: off.stopId, routes: new Set() }
        pairs.set(key, pair)
        pair.routes.add(route)
      }
    }
  }
  return [...pairs.values()]
}

function checkCurrency({ fareProducts, fareAttributes }: FeedTables, problems: Problems) {
  const amounts = [
    ...fareProducts.map(({ line, currency }) => ({ file: 'fare_products.txt', line, currency })),
    ...fareAttributes.map(({ line, currency_type: currency }) => ({
      file: 'fare_attributes.txt',
      line,
      currency,
    })),
  ]
  for (const amount of amounts) {
    if (amount.currency !== 'EUR') problems.add({ ...amount, code: 'other-currency' })
  }
}
