/** A position in degrees; null if it is unknown. */
export type Position = { latitude: number | null; longitude: number | null }

const EARTH_RADIUS_KILOMETRES = 6371

/** Straight-line distance over the ground (haversine); 0 if a position is unknown. */
export function straightKilometres(one: Position, other: Position): number {
  const { latitude, longitude } = one
  if (latitude === null || longitude === null) return 0
  if (other.latitude === null || other.longitude === null) return 0
  const [north, south] = [radians(latitude), radians(other.latitude)]
  const acrossLatitude = Math.sin((north - south) / 2) ** 2
  const acrossLongitude = Math.sin(radians(longitude - other.longitude) / 2) ** 2
  const chord = acrossLatitude + Math.cos(north) * Math.cos(south) * acrossLongitude
  return 2 * EARTH_RADIUS_KILOMETRES * Math.asin(Math.sqrt(chord))
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
