import { CATEGORY_RULES, PASSENGER_CATEGORIES } from '#modules/fares/passengers.ts'
import type { FareLegRuleRow, FareProductRow, FeedTables } from '#modules/gtfs/feed/feed-tables.ts'
import type { Warnings } from '#modules/gtfs/feed/findings.ts'

import type { Price } from './price.ts'
import { readCategories } from './rider-categories.ts'

/**
 * The prices between two stops by GTFS Fares v2: all that match, so that the caller can check that
 * they agree. A product without a category is for everyone; one that names a category takes
 * precedence. "Everyone" excludes infants, unless the product is free: they have no seat.
 */
export function priceByLegRules(tables: FeedTables, warnings: Warnings) {
  const areas = Map.groupBy(tables.stopAreas, ({ stop_id }) => stop_id)
  const products = Map.groupBy(tables.fareProducts, ({ fare_product_id }) => fare_product_id)
  const categories = readCategories(tables, warnings)
  const rules = readRules(tables.fareLegRules)
  const media = new Map(
    tables.fareMedia.map(({ fare_media_id, fare_media_type }) => [fare_media_id, fare_media_type]),
  )

  return function pricesBetween(fromStop: string, toStop: string): Price[] {
    const from = areas.get(fromStop)?.map(({ area_id }) => area_id) ?? []
    const to = areas.get(toStop)?.map(({ area_id }) => area_id) ?? []
    const offered = rules(from, to).flatMap((rule) => products.get(rule.fare_product_id) ?? [])
    return PASSENGER_CATEGORIES.flatMap((category) => {
      const named = offered.filter(
        ({ rider_category_id: id }) => id && categories.get(id) === category,
      )
      const forAll = offered.filter(
        ({ rider_category_id: id, amount }) =>
          id === null && (!CATEGORY_RULES[category].onLap || amount === 0),
      )
      const rows = bySellableMedium(named.length > 0 ? named : forAll, media)
      return rows.map(({ amount, line }) => ({ category, cents: amount, line }))
    })
  }
}

type Rules = (from: readonly string[], to: readonly string[]) => FareLegRuleRow[]

/**
 * The matching rules of highest priority. An empty area is any area; if the feed gives no
 * priorities, it is any area that no other rule names (GTFS: fare_leg_rules.txt).
 */
function readRules(rows: readonly FareLegRuleRow[]): Rules {
  const byAreas = Map.groupBy(
    rows,
    ({ from_area_id, to_area_id }) => `${from_area_id}\n${to_area_id}`,
  )
  const hasPriorities = rows.some(({ rule_priority }) => rule_priority > 0)
  const namedFrom = new Set(rows.map(({ from_area_id }) => from_area_id))
  const namedTo = new Set(rows.map(({ to_area_id }) => to_area_id))

  return (from, to) => {
    const froms = hasPriorities || !from.some((area) => namedFrom.has(area)) ? [...from, ''] : from
    const tos = hasPriorities || !to.some((area) => namedTo.has(area)) ? [...to, ''] : to
    const matching = froms.flatMap((one) =>
      tos.flatMap((other) => byAreas.get(`${one}\n${other}`) ?? []),
    )
    const highest = Math.max(...matching.map(({ rule_priority }) => rule_priority))
    return matching.filter(({ rule_priority }) => rule_priority === highest)
  }
}

/** A price may depend on the medium of the ticket. We sell those that can be sent: no card, no cash. */
const MEDIA_WE_SELL = ['0', '4', '1', '3', '2']

function bySellableMedium(rows: FareProductRow[], media: ReadonlyMap<string, string>) {
  const rank = ({ fare_media_id: id }: FareProductRow) =>
    id === null ? 0 : MEDIA_WE_SELL.indexOf(media.get(id) ?? '2')
  const best = Math.min(...rows.map(rank))
  return rows.filter((row) => rank(row) === best)
}
