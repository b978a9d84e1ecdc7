import { straightKilometres } from '#modules/timetable/kilometres.ts'

type Point = { stop_lat: number | null; stop_lon: number | null }

/** Straight-line distance over the ground; 0 if a position is unknown. */
export function kilometresBetween(one: Point | undefined, other: Point | undefined): number {
  return one && other ? straightKilometres(positionOf(one), positionOf(other)) : 0
}

function positionOf({ stop_lat: latitude, stop_lon: longitude }: Point) {
  return { latitude, longitude }
}
