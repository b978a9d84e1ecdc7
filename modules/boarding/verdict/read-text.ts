import { digestOf } from '#modules/boarding/package/digest.ts'
import type { BoardingPackage } from '#modules/boarding/package/package.ts'
import { readTicketCode } from '#modules/tickets/read-ticket-code.ts'
import { departureMark, type TicketFacts } from '#modules/tickets/ticket-facts.ts'
import { readId } from '#platform/text/codes.ts'
import { seen } from '#platform/text/lines.ts'
import { readReference } from '#platform/text/reference.ts'

import type { Read, SignedFacts } from './find-ticket.ts'

/** Longest text that is read as a reference or the end of one; codes of a QR are longer. */
const MAX_TYPED = 60

/** Text from a camera, a scanner or a keyboard, in the form that the rules of the door take. */
export async function readText(
  text: string,
  pack: Pick<BoardingPackage, 'keys' | 'departures'>,
): Promise<Read> {
  const typed = seen(text).trim()
  if (typed === '') return { by: 'nothing' }
  const read = await readTicketCode(typed, pack.keys)
  if (read.is === 'strange') return readByHand(typed)
  if (read.is === 'unsigned') return { by: 'code', digest: await digestOf(read.code) }
  const digest = await digestOf(read.facts.code)
  return { by: 'code', digest, signed: believe(read.facts, digest, pack.departures) }
}

/** A reference, with or without the numbers of ride and ticket and with words around it, or its last four. */
function readByHand(typed: string): Read {
  if (typed.length > MAX_TYPED) return { by: 'strange-code' }
  const id = readId(typed)
  const lastFour = id.length === 4 ? id : readReference(typed)?.slice(-4)
  return lastFour ? { by: 'last-four', text: lastFour } : { by: 'strange-code' }
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
