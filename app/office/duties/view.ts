/** A departure of a duty, in words. */
export type RunView = {
  departureId: string
  time: string
  text: string
  /** The time since the departure before it. */
  pause: string | null
  /** Why it does not run as planned. */
  state: string | null
}

export type DutyRow = {
  dutyId: string
  /** Null: nobody drives it yet. */
  driver: string | null
  times: string
  /** The plates of its departures; empty without any. */
  vehicle: string
  runs: readonly RunView[]
  driving: string
  /** "about 260 km"; empty without departures. */
  kilometres: string
  findings: readonly string[]
}

/** A departure on no duty. */
export type LooseRow = { departureId: string; time: string; way: string; vehicle: string }

export type Option = { value: string; text: string }

export type DayView = {
  /** The day as people read it, and as the date field has it. */
  title: string
  day: string
  dayBefore: string
  dayAfter: string
  isToday: boolean
  /** Only the own duties of a driver. */
  isOwn: boolean
  duties: DutyRow[]
  loose: LooseRow[]
  /** The last of them, if there is another page. */
  next: string | null
  /** The duties to put a departure on. */
  options: Option[]
  drivers: Option[]
  /** The days to copy from, as the form sends and as people read them. */
  yesterday: Option
  weekBefore: Option
  /** For a new duty, as a field for date and time has them. */
  startsAt: string
  endsAt: string
}

export type DutyView = {
  dutyId: string
  /** The number of its audit entries, sent back with each form. */
  seen: number
  title: string
  day: string
  date: string
  row: DutyRow
  driverId: string
  startsAt: string
  endsAt: string
  drivers: Option[]
  vehicles: Option[]
  /** The vehicle of all its departures; empty if they have none, or several. */
  vehicleId: string
  loose: Option[]
  hasBegun: boolean
}
