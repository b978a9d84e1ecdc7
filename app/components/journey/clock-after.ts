const MINUTES_PER_HOUR = 60
const HOURS_PER_DAY = 24

/** The time so many minutes later on a clock that does not change: "23:50" and 40 give "00:30". */
export function clockAfter(clock: string, minutes: number): string {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  const after = hour * MINUTES_PER_HOUR + minute + minutes
  const parts = [Math.floor(after / MINUTES_PER_HOUR) % HOURS_PER_DAY, after % MINUTES_PER_HOUR]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
