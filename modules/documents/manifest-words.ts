import { PASSENGER_CATEGORIES, type Passengers } from '#modules/fares/passengers.ts'
import type { Locale } from '#platform/locale.ts'

import type { Manifest, ManifestParty } from './manifest.ts'
import { ticketWords } from './words/words.ts'

/** "2 adults, 1 child" */
export function partyInWords(passengers: Passengers, locale: Locale): string {
  const words = ticketWords(locale)
  return PASSENGER_CATEGORIES.filter((category) => passengers[category] > 0)
    .map((category) => `${passengers[category]} ${words.category(category, passengers[category])}`)
    .join(', ')
}

/** The name of the group leader, or why there is none. */
export function nameParty({ leader, isWalkUp }: ManifestParty, locale: Locale): string {
  const words = ticketWords(locale).manifest
  return leader || (isWalkUp ? words.soldAtDoor : words.noName)
}

/** The remarks on a party that the crew needs: its wheelchair, a replaced ticket, a missed bus. */
export function notesOn(party: ManifestParty, locale: Locale): string[] {
  const { wheelchairUsers, wheelchairNumber, issue, missed } = party
  const words = ticketWords(locale).manifest
  const notes = [
    wheelchairUsers > 0 && words.wheelchair(wheelchairNumber ?? ''),
    issue > 1 && words.reissued(issue),
    missed && words.missed,
  ]
  return notes.filter((note) => note !== false)
}

/** "Two buses: KAA 123 (50 seats), KBB 456 (20 seats)"; empty if one bus runs. */
export function nameBuses({ buses, locale }: Pick<Manifest, 'buses' | 'locale'>): string {
  if (buses.length === 0) return ''
  const words = ticketWords(locale).manifest
  return words.buses(buses.map(({ plate, seats }) => words.bus(plate, seats)).join(', '))
}

/** "Without a booking: 8 seats (School of Aradippou)"; empty if no seats are blocked. */
export function nameBlocked({ blocked, locale }: Pick<Manifest, 'blocked' | 'locale'>): string {
  if (blocked.length === 0) return ''
  const words = ticketWords(locale).manifest
  return words.blocked(blocked.map(({ seats, reason }) => words.bus(reason, seats)).join(', '))
}

/** The number on the ticket, with the four letters in the middle that are called out in bold. */
export function ticketNumberParts({ reference, ride, issue }: ManifestParty): {
  start: string
  bold: string
  end: string
} {
  const end = `-${ride}${issue > 1 ? `-${issue}` : ''}`
  return { start: reference.slice(0, -4), bold: reference.slice(-4), end }
}
