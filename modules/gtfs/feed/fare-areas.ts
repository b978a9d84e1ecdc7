/*
 * Fares are kept for pairs of stops, and GTFS Fares v2 has them between areas: the feeds that we
 * write hold an area for each stop, which is no place that a traveller could search for.
 */
const PREFIX = 'stop:'

export function fareAreaOf(stopId: string): string {
  return PREFIX + stopId
}

export function isFareArea(areaId: string): boolean {
  return areaId.startsWith(PREFIX)
}
