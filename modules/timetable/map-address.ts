import type { Position } from './kilometres.ts'

/** A page of OpenStreetMap with a pin at the stop: a plain link, so our page loads nothing from it. */
export function mapAddress({ latitude, longitude }: Place): string {
  const [lat, lon] = [latitude.toFixed(5), longitude.toFixed(5)]
  return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=18/${lat}/${lon}`
}

/** The same for a place whose position may be unknown; null then. */
export function placeOnMap({ latitude, longitude }: Position): string | null {
  return latitude === null || longitude === null ? null : mapAddress({ latitude, longitude })
}

type Place = { latitude: number; longitude: number }
