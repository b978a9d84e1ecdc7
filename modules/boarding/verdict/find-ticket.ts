import {
  lastFourOf,
  type BoardingPackage,
  type Millis,
  type PackedDeparture,
  type PackedTicket,
} from '#modules/boarding/package/package.ts'
import type { Verdict } from '#modules/boarding/package/verdict.ts'
import { dayOf } from '#modules/boarding/words/words.ts'
import { MISSED_UNTIL_HOURS } from '#modules/rules/rules.ts'
import { readId } from '#platform/text/codes.ts'

/** The facts in a signed code whose signature is ours. */
export type SignedFacts = {
  issuedAt: Millis
  /** Made by the demonstration, so it is no ticket of the live company. */
  isSample: boolean
  /** As planned when it was issued. */
  departsAt: Millis
  /** Null for a departure that is not in the package. */
  departureId: string | null
  ticket: PackedTicket
}

/** Input at the door: a code that was read, or characters that were typed. */
export type Read =
  | { by: 'code'; digest: string; signed?: SignedFacts }
  | { by: 'last-four'; text: string }
  /** A code that none of ours can be. */
  | { by: 'strange-code' }
  | { by: 'nothing' }

/** A ticket and the bus that it is for. */
export type Found = { ticket: PackedTicket; bus: PackedDeparture; isNewer: boolean }

type Shown = { pack: BoardingPackage; read: Read; here: { departureId: string } }

/**
 * A ticket that is committed while the list is read may be missing from it although it is older, so
 * for this many milliseconds it counts as newer.
 */
const LIST_TAKES: Millis = 60_000

/** The ticket that was read, or what is said where there is none. */
export function findTicket({ pack, read, here }: Shown): Found | Verdict {
  switch (read.by) {
    case 'nothing':
      return { is: 'unreadable', ...NOBODY }
    case 'strange-code':
      return { is: 'not-ours', ...NOBODY }
    case 'last-four':
      return findTyped(pack, read.text, here.departureId)
    case 'code':
    default:
      return findListed(pack, ({ digest }) => digest === read.digest)[0] ?? unlisted(pack, read)
  }
}

const NOBODY = { ticket: null, boards: [] } as const

function findListed(pack: BoardingPackage, isIt: (ticket: PackedTicket) => boolean): Found[] {
  return pack.departures.flatMap((bus) =>
    bus.tickets.filter(isIt).map((ticket) => ({ ticket, bus, isNewer: false })),
  )
}

/** Among several tickets those of this bus; a replaced one only if no valid one is found. */
function findTyped(pack: BoardingPackage, text: string, departureId: string): Found | Verdict {
  const typed = readId(text)
  const all = findListed(pack, ({ number }) => lastFourOf(number) === typed)
  const valid = all.filter(({ ticket }) => ticket.state === 'valid')
  const here = valid.filter(({ bus }) => bus.departureId === departureId)
  const [only, ...others] = [here, valid, all].find((some) => some.length > 0) ?? []
  if (!only) return { is: 'no-such-ending', typed, ...NOBODY }
  if (others.length === 0) return only
  const tickets = [only, ...others].map(({ ticket }) => ticket.number)
  return { is: 'several', tickets, ...NOBODY }
}

/** Without a signature nobody can tell a ticket bought a minute ago from one that never was. */
function unlisted(pack: BoardingPackage, read: { signed?: SignedFacts }): Found | Verdict {
  const { signed } = read
  const { madeAt, isDemonstration } = pack
  if (!signed) return { is: 'unlisted', madeAt, ...NOBODY }
  if (signed.isSample && !isDemonstration) return { is: 'sample', ...NOBODY }
  const bus = pack.departures.find(({ departureId }) => departureId === signed.departureId)
  const day = dayOf(signed.departsAt)
  const isPast = signed.departsAt + MISSED_UNTIL_HOURS * 3_600_000 < madeAt
  // The package has few days, so on others a ticket is on no list however old it is.
  if (!bus && (isPast || pack.departures.every((one) => one.day !== day))) {
    return { is: 'other-day', day, at: signed.departsAt, ...NOBODY }
  }
  if (signed.issuedAt < madeAt - LIST_TAKES) return { is: 'older', ...NOBODY }
  return bus ? { ticket: signed.ticket, bus, isNewer: true } : { is: 'unlisted', madeAt, ...NOBODY }
}
