/** A route in the shape of its tables, from which timetables are made. */
export type RouteRows = {
  services: ServiceRow[]
  trips: TripRow[]
}

export type ServiceRow = {
  serviceId: string
  /** Monday = 1. Empty for a service of single dates. */
  weekdays: number[]
  validFrom: Temporal.PlainDate
  validUntil: Temporal.PlainDate
  periodName: string
  exceptions: { date: Temporal.PlainDate; runs: boolean }[]
}

/** At least two calls, in order. */
export type TripRow = {
  tripId: string
  serviceId: string
  directionId: number
  calls: CallRow[]
}

export type CallRow = { stopId: string; arrivesSeconds: number; departsSeconds: number }

/** Whether a service runs on a date. */
export function runsOn(service: ServiceRow, date: Temporal.PlainDate): boolean {
  const exception = service.exceptions.find((other) => other.date.equals(date))
  return exception?.runs ?? isInPattern(service, date)
}

/** Whether its weekdays alone include this date, without exceptions. */
export function isInPattern(service: ServiceRow, date: Temporal.PlainDate): boolean {
  const { weekdays, validFrom, validUntil } = service
  const isBegun = Temporal.PlainDate.compare(validFrom, date) <= 0
  const isOver = Temporal.PlainDate.compare(validUntil, date) < 0
  return isBegun && !isOver && weekdays.includes(date.dayOfWeek)
}
