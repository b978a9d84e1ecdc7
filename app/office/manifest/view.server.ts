import { translation } from '#app/i18n/translation.ts'
import { findManifest } from '#modules/boarding/lists/find-manifest.server.ts'
import {
  nameBlocked,
  nameBuses,
  nameParty,
  notesOn,
  partyInWords,
  ticketNumberParts,
} from '#modules/documents/manifest-words.ts'
import {
  endsOf,
  totalOf,
  type Manifest,
  type ManifestParty,
  type ManifestStop,
} from '#modules/documents/manifest.ts'
import { listStaffNames } from '#modules/staff/people/names.server.ts'
import { now } from '#platform/clock.server.ts'
import { longDate } from '#platform/format/dates.ts'
import { dateAndTime } from '#platform/format/moments.ts'
import type { Locale } from '#platform/locale.ts'
import { clockTime, dateInCyprus } from '#platform/time.ts'

/** A party as a row of the list. */
export type PartyRow = {
  bookingId: string
  /** Where it stands in the list, for links to its row. */
  rowId: string
  position: number
  leader: string
  party: string
  people: number
  to: string
  ticket: { start: string; bold: string; end: string }
  notes: readonly string[]
  aboard: number
  /** "13:22, Maria"; empty if nobody is aboard. */
  ticked: string
}

export type StopGroup = {
  position: number
  time: string
  name: string
  boarding: { people: number; seats: number }
  /** "Zoe (2), Anna (1)" */
  leaving: { people: number; names: string }
  parties: readonly PartyRow[]
  /** When the bus left the stop, and who did not come; empty before. */
  closed: string
}

export type ManifestView = {
  departureId: string
  time: string
  route: string
  way: string
  date: string
  isCancelled: boolean
  people: number
  aboard: number
  /** "Two buses: KAA 123 (50 seats), KBB 456 (20 seats)"; empty if one runs. */
  buses: string
  /** "Seats kept for people without a booking: …"; empty if none are. */
  blocked: string
  madeAt: string
  stops: readonly StopGroup[]
  legs: readonly { way: string; seats: string; wheelchairs: string }[]
}

/** The passenger list of a departure; undefined if there is no such departure. */
export async function showManifest(departureId: string): Promise<ManifestView | undefined> {
  const { locale } = translation()
  const manifest = await findManifest(departureId, { locale, now: now() })
  if (!manifest) return undefined
  const names = await namesOf(manifest)
  const { first, last } = endsOf(manifest)
  return {
    departureId,
    time: clockTime(first.departsAt),
    route: manifest.routeShortName,
    way: `${first.shortName} – ${last.shortName}`,
    date: longDate(dateInCyprus(first.departsAt), locale),
    isCancelled: manifest.status === 'cancelled',
    people: manifest.people,
    aboard: manifest.aboard,
    buses: nameBuses(manifest),
    blocked: nameBlocked(manifest),
    madeAt: dateAndTime(manifest.madeAt, locale),
    stops: manifest.stops.map((stop) => {
      const closing = manifest.closed.find(({ position }) => position === stop.position)
      return { ...showStop(stop, locale, names), closed: closing ? showClosed(stop, closing) : '' }
    }),
    legs: showLegs(manifest),
  }
}

async function namesOf({ stops }: Manifest): Promise<Map<string, string>> {
  const actors = stops.flatMap(({ boards }) => boards.flatMap(({ tickedBy }) => tickedBy ?? []))
  return listStaffNames(actors.map(staffIdIn))
}

/** The id in "staff:<id>". */
function staffIdIn(actor: string): string {
  return actor.slice(actor.indexOf(':') + 1)
}

function missingOf({ people, aboard, elsewhere }: ManifestParty): number {
  return people - aboard - elsewhere
}

/** Scans that arrive later change the number. */
function showClosed(stop: ManifestStop, { closedAt }: Manifest['closed'][number]): string {
  const { closed } = translation().messages.office.manifest
  const missing = stop.boards.reduce((sum, party) => sum + missingOf(party), 0)
  return closed(clockTime(closedAt), missing)
}

function showStop(
  stop: ManifestStop,
  locale: Locale,
  names: Map<string, string>,
): Omit<StopGroup, 'closed'> {
  const { people, seats } = totalOf(stop.boards)
  const leaving = stop.leaves.map((party) => `${nameParty(party, locale)} (${party.people})`)
  return {
    position: stop.position,
    time: clockTime(stop.departsAt),
    name: stop.name,
    boarding: { people, seats },
    leaving: { people: totalOf(stop.leaves).people, names: leaving.join(', ') },
    parties: stop.boards.map((party) => showParty(party, locale, names)),
  }
}

function showParty(party: ManifestParty, locale: Locale, names: Map<string, string>): PartyRow {
  const { twice, elsewhere } = translation().messages.office.manifest
  const { bookingId, tickedAt, tickedBy, aboard } = party
  const by = tickedBy ? (names.get(staffIdIn(tickedBy)) ?? staffIdIn(tickedBy)) : ''
  return {
    bookingId,
    rowId: `${party.reference}-${party.ride}`,
    position: party.fromPosition,
    leader: nameParty(party, locale),
    party: partyInWords(party.passengers, locale),
    people: party.people,
    to: party.to,
    ticket: ticketNumberParts(party),
    notes: [
      ...(party.tooMany > 0 ? [twice(party.tooMany)] : []),
      ...(party.elsewhere > 0 ? [elsewhere(party.elsewhere)] : []),
      ...notesOn(party, locale),
    ],
    aboard,
    ticked: tickedAt && aboard > 0 ? `${clockTime(tickedAt)}, ${by}` : '',
  }
}

function showLegs({ stops, seats, wheelchairPlaces }: Manifest) {
  const { of } = translation().messages.office.manifest
  return stops.flatMap(({ shortName, leg }, index) => {
    if (!leg) return []
    return {
      way: `${shortName} – ${stops[index + 1]?.shortName ?? ''}`,
      seats: of(leg.seats, seats),
      wheelchairs: of(leg.wheelchairUsers, wheelchairPlaces),
    }
  })
}
