import type { Cents } from '#platform/money.ts'

/** A departure with bookings that differs from the timetable. */
export type DifferenceRow = {
  departureId: string
  leaves: string
  from: string
  /** "at other times or stops in the timetable" */
  difference: string
  bookings: number
  /** At other times, and without an obstacle: its new times can be taken over. */
  canTake: boolean
  /** Gone from the timetable, or it cannot be taken along: the bus as it was sold may be cancelled. */
  canCancel: boolean
}

/** A departure on the check page. */
export type RetimingRow = {
  departureId: string
  leaves: string
  /** "Nicosia: 09:53 instead of 10:00 (7 minutes earlier)", each stop whose times change. */
  times: string[]
  bookings: number
  passengers: number
  /** The reason why it is left out, that it was changed by hand, or that its vehicle is busy. */
  notes: string[]
}

export type DifferencesView = {
  differences: DifferenceRow[]
  /** The ids of all whose new times can be taken over at once. */
  takeAll: string | null
  check: RetimeCheck | null
}

/** What taking over the new times would do; nothing has been done yet. */
export type RetimeCheck = {
  departures: RetimingRow[]
  /** The departures without an obstacle, as the form sends them. */
  departureIds: string
  counts: Record<'departures' | 'bookings' | 'passengers' | 'withChoice', number> &
    Record<'wheelchairs' | 'infants' | 'withoutMail' | 'withPhone', number>
  paid: Cents
  version: string
}
