import type { EnquiryState } from '#modules/enquiries/enquiry-state.ts'
import type { ReadStatus } from '#modules/orders/order/shown-status.ts'
import type { Cents } from '#platform/money.ts'

/** Everything about one booking, as its page shows it. */
export type BookingView = {
  reference: string
  /** Null for a cart. */
  status: ReadStatus | null
  /** "Booked Sun 22 Nov 2026, 13:30" */
  since: string
  /** The end of the hold of an unpaid order. */
  heldUntil: string | null
  seen: number
  contact: {
    name: string
    email: string
    /** Masked, or in full for a while after it was asked for; empty if there is none. */
    phone: string
    isPhoneShown: boolean
    /** Minutes for which a look at it lasts. */
    phoneMinutes: number
    language: string
    hasAccount: boolean
    terms: string
  }
  enquiries: {
    reference: string
    about: string
    state: EnquiryState
    received: string
    /** Staff linked it to this booking; the others come from the same address. */
    isLinked: boolean
  }[]
  notes: { key: string; text: string; about: string }[]
  journeys: JourneyView[]
  money: { key: string; label: string; detail: string; amount: Cents }[]
  documents: { number: string; label: string; total: Cents }[]
  mails: { key: string; kind: string; state: string; to: string; when: string; isLost: boolean }[]
  timeline: {
    key: string
    time: string
    dateTime: string
    what: string
    about: string
    isLost: boolean
  }[]
  can: { resend: boolean; contact: boolean; cancel: boolean; extend: boolean; person: boolean }
}

export type JourneyState =
  | 'to-come'
  | 'left'
  | 'over'
  | 'cancelled'
  | 'unpaid'
  /** We cancelled its bus, or the bus ended before this stop. */
  | 'not-running'
  | 'never-came'
  | 'broke-down'

export type JourneyView = {
  bookingId: string
  departureId: string
  /** The number of the journey within the booking. */
  place: string
  title: string
  date: string
  departs: string
  arrives: string
  party: string
  total: Cents
  state: JourneyState
  /** "20 minutes late"; null if the bus is on time. */
  delay: string | null
  /** The deadline in words; null for a journey that is over. */
  deadline: string | null
  wheelchairNumber: string | null
  ticketNumber: string | null
  canChange: boolean
}
