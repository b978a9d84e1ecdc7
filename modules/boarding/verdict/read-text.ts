import { digestOf } from '#modules/boarding/package/digest.ts'
import type { BoardingPackage } from '#modules/boarding/package/package.ts'
import { readTicketCode } from '#modules/tickets/read-ticket-code.ts'
import { departureMark, type TicketFacts } from '#modules/tickets/ticket-facts.ts'

import type { Read, SignedFacts } from './find-ticket.ts'

const LAST_FOUR = /^[\da-z]{4}$/i
/** A reference as it is printed, with or without the numbers of ride and ticket. */
const REFERENCE = /^(?<reference>[\da-z]{8})(?:-\d{1,2}){0,2}$/i

/** Text from a camera, a scanner or a keyboard, in the form that the rules of the door take. */
export async function readText(
  text: string,
  pack: Pick<BoardingPackage, 'keys' | 'departures'>,
): Promise<Read> {
  const typed = text.trim()
  if (typed === '') return { by: 'nothing' }
  if (LAST_FOUR.test(typed)) return { by: 'last-four', text: typed }
  const { reference } = REFERENCE.exec(typed)?.groups ?? {}
  if (reference) return { by: 'last-four', text: reference.slice(-4) }
  const read = await readTicketCode(typed, pack.keys)
  if (read.is === 'strange') return { by: 'strange-code' }
  if (read.is === 'unsigned') return { by: 'code', digest: await digestOf(read.code) }
  const digest = await digestOf(read.facts.code)
  return { by: 'code', digest, signed: believe(read.facts, digest, pack.departures) }
}

/**
 * The facts that the signature proves. The number of the ticket is not among them, so its digest names
 * the ride until it is listed.
 */
function believe(
  facts: TicketFacts,
  digest: string,
  departures: BoardingPackage['departures'],
): SignedFacts {
  const { departure, departsAt, issuedAt, demonstration } = facts
  const { from, to, people, seats, wheelchairs, missed } = facts
  const bus = departures.find(({ departureId }) => departureMark(departureId) === departure)
  return {
    issuedAt,
    departsAt,
    isSample: demonstration,
    departureId: bus?.departureId ?? null,
    ticket: {
      digest,
      number: digest,
      state: 'valid',
      voidOn: null,
      successor: null,
      people,
      seats,
      wheelchairs,
      from,
      to,
      missed,
    },
  }
}
