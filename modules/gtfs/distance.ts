type Point = { stop_lat: number | null; stop_lon: number | null }

const EARTH_RADIUS_KILOMETRES = 6371

/** Straight-line distance over the ground (haversine); 0 if a position is unknown. */
export function kilometresBetween(one: Point | undefined, other: Point | undefined): number {
  if (typeof one?.stop_lat !== 'number' || typeof one.stop_lon !== 'number') return 0
  if (typeof other?.stop_lat !== 'number' || typeof other.stop_lon !== 'number') return 0
  const [north, south] = [radians(one.stop_lat), radians(other.stop_lat)]
  const acrossLatitude = Math.sin((north - south) / 2) ** 2
  const acrossLongitude = Math.sin(radians(one.stop_lon - other.stop_lon) / 2) ** 2
  const chord = acrossLatitude + Math.cos(north) * Math.cos(south) * acrossLongitude
  return 2 * EARTH_RADIUS_KILOMETRES * Math.asin(Math.sqrt(chord))
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
