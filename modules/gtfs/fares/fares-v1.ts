import type { FeedTables } from '#modules/gtfs/feed/feed-tables.ts'

import type { Price, RideablePair } from './price.ts'

/**
 * The prices of a pair by GTFS Fares v1, which has adult fares only. A rule applies to the route
 * and the zones that it names; a fare without rules applies everywhere.
 */
export function priceByZones(tables: FeedTables) {
  const zones = new Map(tables.stops.map(({ stop_id, zone_id }) => [stop_id, zone_id]))
  const rules = Map.groupBy(tables.fareRules, ({ fare_id }) => fare_id)

  return function pricesBetween({ from, to, routes }: RideablePair): Price[] {
    const matching = tables.fareAttributes.filter(({ fare_id }) => {
      const own = rules.get(fare_id)
      return (
        !own ||
        own.some((rule) => {
          const isRoute = rule.route_id === '' || routes.has(rule.route_id)
          const isFrom = rule.origin_id === '' || rule.origin_id === zones.get(from)
          const isTo = rule.destination_id === '' || rule.destination_id === zones.get(to)
          return isRoute && isFrom && isTo && rule.contains_id === ''
        })
      )
    })
    return matching.map(({ price, line }) => ({ category: 'adult', cents: price, line }))
  }
}
