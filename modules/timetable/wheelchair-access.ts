/** Whether a wheelchair can do something; null where nobody knows, which is neither yes nor no. */
export type WheelchairAccess = boolean | null

/** Of a ride: yes if all of it is known to be possible, no if any of it is known not to be. */
export function accessOfAll(...parts: WheelchairAccess[]): WheelchairAccess {
  if (parts.includes(false)) return false
  return parts.includes(null) ? null : true
}

/** A bus without a wheelchair space is a question of places, not of access. */
export function accessOfBus(wheelchairPlaces: number | null): WheelchairAccess {
  return wheelchairPlaces === null ? null : true
}
