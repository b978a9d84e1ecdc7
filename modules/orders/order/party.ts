import { countPassengers, type Passengers } from '#modules/fares/passengers.ts'
import { MAX_PASSENGERS } from '#modules/rules/rules.ts'
import type { Places } from '#modules/seats/seats.ts'

import { type PartyRefusal } from './limits.ts'

export function headCount(passengers: Passengers): number {
  return countPassengers(passengers, () => true)
}

/** All passengers but the infants, who sit on laps. */
export function seatedCount(passengers: Passengers): number {
  return countPassengers(passengers, ({ onLap }) => !onLap)
}

/**
 * Checks that these people may ride together: at most 15, infants included; children and infants
 * only with an adult or a student; one infant on the lap of each adult or student.
 */
export function checkParty(
  passengers: Passengers,
  wheelchairUsers: number,
): { ok: true } | PartyRefusal {
  const company = countPassengers(passengers, ({ isCompany }) => isCompany)
  const onLaps = countPassengers(passengers, ({ onLap }) => onLap)
  if (headCount(passengers) === 0) return { ok: false, reason: 'no-passengers' }
  if (headCount(passengers) > MAX_PASSENGERS) {
    return { ok: false, reason: 'party-too-large', most: MAX_PASSENGERS }
  }
  if (company === 0) return { ok: false, reason: 'children-need-company' }
  if (onLaps > company) return { ok: false, reason: 'infant-needs-a-lap' }
  if (wheelchairUsers > seatedCount(passengers)) {
    return { ok: false, reason: 'too-many-wheelchairs' }
  }
  return { ok: true }
}

/** An infant sits on a lap. A wheelchair user stays in the wheelchair, in a wheelchair space. */
export function placesFor(passengers: Passengers, wheelchairUsers: number): Places {
  return {
    seats: seatedCount(passengers) - wheelchairUsers,
    wheelchairPlaces: wheelchairUsers,
  }
}
