import { COAST } from './island.ts'

export type Point = { x: number; y: number }
/** The size of a drawing and its free margins, in its own units. */
export type Sheet = { width: number; height: number; margin: Margin }
type Margin = { top: number; right: number; bottom: number; left: number }

type Shown = { latitude: number; longitude: number }
type Bounds = { west: number; east: number; south: number; north: number }

/** Projects a place onto the sheet. */
export type Projection = (place: Shown) => Point

const ISLAND = boundsOf(COAST.map(([longitude, latitude]) => ({ longitude, latitude })))

/** Mercator, as large as the sheet allows, with the whole island centred. */
export function fitIsland(sheet: Sheet): Projection {
  return fit(ISLAND, sheet)
}

/** The same with all of these places centred. */
export function fitPlaces(places: readonly Shown[], sheet: Sheet): Projection {
  return fit(boundsOf(places), sheet)
}

/** Whether a place is within the bounds of the island; a stop outside is not on the map. */
export function isOnIsland({ latitude, longitude }: Shown): boolean {
  const { west, east, south, north } = ISLAND
  return west < longitude && longitude < east && south < latitude && latitude < north
}

function boundsOf(places: readonly Shown[]): Bounds {
  const [longitudes, latitudes] = [
    places.map(({ longitude }) => longitude),
    places.map(({ latitude }) => latitude),
  ]
  return {
    west: Math.min(...longitudes),
    east: Math.max(...longitudes),
    south: Math.min(...latitudes),
    north: Math.max(...latitudes),
  }
}

function fit({ west, east, south, north }: Bounds, { width, height, margin }: Sheet): Projection {
  const [spanX, spanY] = [mercatorX(east) - mercatorX(west), mercatorY(north) - mercatorY(south)]
  const [freeX, freeY] = [width - margin.left - margin.right, height - margin.top - margin.bottom]
  const scale = Math.min(freeX / spanX, freeY / spanY)
  const [restX, restY] = [freeX - spanX * scale, freeY - spanY * scale]
  return ({ latitude, longitude }) => ({
    x: margin.left + restX / 2 + (mercatorX(longitude) - mercatorX(west)) * scale,
    y: margin.top + restY / 2 + (mercatorY(north) - mercatorY(latitude)) * scale,
  })
}

function mercatorX(longitude: number): number {
  return (longitude * Math.PI) / 180
}

function mercatorY(latitude: number): number {
  return Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360))
}
