/** Whether wheelchairs have access; null if unknown, which is neither yes nor no. */
export type WheelchairAccess = boolean | null

/** Access to a whole journey: true if all parts are accessible, false if any part is not. */
export function accessOfAll(...parts: WheelchairAccess[]): WheelchairAccess {
  if (parts.includes(false)) return false
  return parts.includes(null) ? null : true
}

/** A bus without a wheelchair space counts as full for wheelchairs, not as inaccessible. */
export function accessOfBus(wheelchairPlaces: number | null): WheelchairAccess {
  return wheelchairPlaces === null ? null : true
}
