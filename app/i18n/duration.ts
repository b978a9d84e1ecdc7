import { translation } from './translation.ts'

const MINUTES_PER_HOUR = 60

/** "1 h 30 min" */
export function inHours(minutes: number): string {
  const { duration } = translation().messages.common
  return duration(Math.floor(minutes / MINUTES_PER_HOUR), minutes % MINUTES_PER_HOUR)
}
