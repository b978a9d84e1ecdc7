/** The prefix of a field that gives the new departure of the booking with this id, in milliseconds. */
export const TIME_SEEN = 'time-'

/** The new times of rides that a page showed before they are paid for, by booking. */
export function readTimesSeen(form: FormData): Record<string, number> {
  const seen = [...form].flatMap(([name, value]) =>
    name.startsWith(TIME_SEEN) && typeof value === 'string' && /^\d{1,15}$/.test(value)
      ? [[name.slice(TIME_SEEN.length), Number(value)] as const]
      : [],
  )
  return Object.fromEntries(seen)
}
