import type { Passengers } from '#modules/fares/passengers.ts'
import type { HoldRefusal } from '#modules/seats/seats.ts'

import type { ContactFirst } from './contact-first.ts'

/** Characters of a note of staff. */
export const MAX_NOTE_LENGTH = 1000

/** A requested ride: a departure, from one of its stops to a later one. */
export type RideWish = {
  departureId: string
  fromStopId: string
  toStopId: string
  passengers: Passengers
  wheelchairUsers: number
}

export type PartyRefusal =
  | { ok: false; reason: 'no-passengers' }
  | { ok: false; reason: 'party-too-large'; most: number }
  | { ok: false; reason: 'children-need-company' }
  | { ok: false; reason: 'infant-needs-a-lap' }
  | { ok: false; reason: 'too-many-wheelchairs' }

export type CartRefusal =
  | HoldRefusal
  | PartyRefusal
  | { ok: false; reason: 'no-fare' }
  | { ok: false; reason: 'return-before-arrival' }
  | { ok: false; reason: 'cart-full'; most: number }
  | { ok: false; reason: 'too-many-holds' }
  | { ok: false; reason: 'being-paid' }

export type AddToCartOutcome =
  | { ok: true; heldUntil: Temporal.Instant }
  | CartRefusal
  | ContactFirst
