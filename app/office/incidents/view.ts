import type { Concerned } from '#modules/incidents/incident/concerned.server.ts'
import type {
  IncidentCallOutcome,
  IncidentKind,
} from '#modules/incidents/incident/incident-states.ts'
import type { ToldReason } from '#modules/incidents/incident/told-reason.ts'
import type { Outcome } from '#modules/incidents/reads/report-incident.server.ts'
import type { Cents } from '#platform/money.ts'

export type IncidentRow = {
  incidentId: string
  kind: string
  announced: string
  cause: string
  departures: number
  asked: number
  open: number
  closed: string | null
}

export type BookingRow = {
  bookingId: string
  reference: string
  name: string
  people: number
  leaves: string
  /** Its outcome in words. */
  state: string
  /** Before it is decided: until when, and what follows without an answer. */
  otherwise: string
  mail: string
  refunded: Cents
}

/** A passenger to be called. */
export type CallRow = {
  bookingId: string
  reference: string
  name: string
  people: number
  leaves: string
  hasPhone: boolean
  language: string
  /** Another caller has the passenger; null if nobody does. */
  takenBy: string | null
  /** Shown to the caller alone, while the passenger is theirs; undefined before it is. */
  mine: { phone: string; offer: string | null; outcomes: IncidentCallOutcome[] } | null
  lastCall: string | null
}

export type IncidentView = {
  incidentId: string
  kind: IncidentKind
  /** Its kind and its reason, in words. */
  title: string
  /** In every language; null if passengers are told no reason. */
  toldReason: ToldReason | null
  /** The legs with more people than seats, and how many are too many. */
  tooMany: string[]
  /** Before anybody is told: the passengers who will be, and the most that it costs. */
  asking: Concerned | null
  /** The stop of an incident of one, and the departures that may serve it again. */
  stop: { news: string; isMoved: boolean; open: { departureId: string; title: string }[] } | null
  /** The departures that may run after all, earliest first. */
  revivable: { departureId: string; title: string }[]
  /** The departures that were asked for, with the passengers concerned; null before that. */
  revival: {
    /** The first of them, or all. */
    from: string
    titles: string[]
    bookings: number
    passengers: number
    moved: number
    replaced: number
    /** The mail to their passengers, in short. */
    told: string
  } | null
  announced: string
  announcedBy: string
  closed: string | null
  /** Incidents of buses that run end with their cause, and by no press. */
  canClose: boolean
  counts: { name: string; value: string }[]
  /** Of these only the first are listed. */
  toCall: number
  calls: CallRow[]
  bookings: BookingRow[]
  /** The last booking of this page, if there are more. */
  next: string | null
  report: ReportView
}

/** The outcome of an incident. */
export type ReportView = {
  departures: ({ departureId: string; title: string } & Outcome)[]
  facts: { name: string; value: string }[]
}
