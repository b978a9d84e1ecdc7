import { PASSENGER_CATEGORIES, type PassengerCategory } from '#modules/fares/passengers.ts'

import type { Call } from './calls.ts'
import { rowsOf, textIn, type Feed } from './feed.ts'
import type { FeedTables } from './feed-tables.ts'
import { priceByZones } from './fares-v1.ts'
import { priceByLegRules } from './fares-v2.ts'
import type { Problems, Warnings } from './findings.ts'
import type { Price, RideablePair } from './price.ts'

export type Fare = {
  fromStopId: string
  toStopId: string
  passengerCategory: PassengerCategory
  fareCents: number
}

type Trips = ReadonlyMap<string, readonly Call[]>

/** The fare of every pair of stops that can be ridden, by Fares v2 where the feed has it, else v1. */
export function readFares(
  feed: Feed,
  tables: FeedTables,
  trips: Trips,
  problems: Problems,
  warnings: Warnings,
): Fare[] {
  checkCurrency(tables, problems)
  warnOfWhatIsIgnored(feed, warnings)
  const isNewer = tables.fareLegRules.length > 0 && tables.fareProducts.length > 0
  const file = isNewer ? 'fare_products.txt' : 'fare_attributes.txt'
  const byLegRules = priceByLegRules(tables, warnings)
  const byZones = priceByZones(tables)

  const told = new Set<PassengerCategory>()
  const pairs = rideablePairs(tables, trips)
  const fares = pairs.flatMap((pair) => {
    const prices = isNewer ? byLegRules(pair.from, pair.to) : byZones(pair)
    return faresOfPair(pair, prices, file, problems, warnings, told)
  })
  if (fares.length === 0 && pairs.length > 0) problems.add({ file, line: null, code: 'no-fares' })
  return fares
}

function faresOfPair(
  { from, to }: RideablePair,
  prices: readonly Price[],
  file: string,
  problems: Problems,
  warnings: Warnings,
  told: Set<PassengerCategory>,
): Fare[] {
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
      const amounts = [...new Set(own.map(({ cents }) => (cents / 100).toFixed(2)))].join(', ')
      const facts = { from, to, category, amounts }
      problems.add({ file, line: other.line, code: 'ambiguous-fare', ...facts })
    }
    if (own.length === 0 && !told.has(category)) {
      warnings.add({ file, line: null, code: 'category-pays-adult-fare', category })
      told.add(category)
    }
    const fareCents = (own[0] ?? adult).cents
    return { fromStopId: from, toStopId: to, passengerCategory: category, fareCents }
  })
}

/** Every two stops where some trip picks up at the one and later sets down at the other. */
function rideablePairs({ trips }: FeedTables, callsOf: Trips): RideablePair[] {
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

const IGNORED = [
  ['fare_leg_rules.txt', 'network_id', 'fares here depend on the stops alone'],
  ['fare_leg_rules.txt', 'from_timeframe_group_id', 'fares here do not depend on the hour'],
  ['fare_leg_rules.txt', 'to_timeframe_group_id', 'fares here do not depend on the hour'],
  ['fare_rules.txt', 'contains_id', 'fares here depend on where one gets on and off'],
] as const

function warnOfWhatIsIgnored(feed: Feed, warnings: Warnings) {
  for (const [file, column, because] of IGNORED) {
    const isUsed = rowsOf(feed, file).some((row) => textIn(row, column) !== '')
    if (isUsed) warnings.add({ file, line: null, code: 'column-ignored', column, because })
  }
}
