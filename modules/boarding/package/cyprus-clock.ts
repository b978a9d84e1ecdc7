/* The clock and the calendar of Cyprus, in browsers without Temporal. */

const CLOCK = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Nicosia',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** "13:30" by the clock of Cyprus. */
export function clockOf(moment: number): string {
  return CLOCK.format(moment)
}

const DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Nicosia', dateStyle: 'short' })

/** "2026-11-23" by the calendar of Cyprus. */
export function dayOf(moment: number): string {
  return DAY.format(moment)
}
