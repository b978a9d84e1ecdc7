import { TIME_ZONE } from '#platform/time.ts'

/** A clock time as printed in a timetable; `days` after the date that it is listed under. */
export type PrintedTime = { time: string; days: number }

const DAY_SECONDS = 24 * 3600

/** 87300 seconds → 00:15 on the next day. Correct on all dates except those on which clocks change. */
export function printedTime(seconds: number): PrintedTime {
  const ofDay = seconds % DAY_SECONDS
  const [hours, minutes] = [Math.floor(ofDay / 3600), Math.floor((ofDay % 3600) / 60)]
  const time = [hours, minutes].map((number) => String(number).padStart(2, '0')).join(':')
  return { time, days: Math.floor(seconds / DAY_SECONDS) }
}

/** The actual moment: GTFS counts from noon minus twelve hours of the service date. */
export function momentOf(serviceDate: Temporal.PlainDate, seconds: number): Temporal.ZonedDateTime {
  const noon = serviceDate.toZonedDateTime({ timeZone: TIME_ZONE, plainTime: '12:00' })
  return noon.subtract({ hours: 12 }).add({ seconds })
}

/** The direction of the clock change in Cyprus on that date, if there is one. */
export function clocksGo(date: Temporal.PlainDate): 'forward' | 'back' | null {
  const { hoursInDay } = date.toZonedDateTime(TIME_ZONE)
  if (hoursInDay === 24) return null
  return hoursInDay < 24 ? 'forward' : 'back'
}
