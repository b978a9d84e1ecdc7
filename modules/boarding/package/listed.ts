import type { PackedTicket } from './package.ts'

/*
 * The state of the list of one bus and the newly void tickets of all, told with its delays. They are headers beside them, so that a phone
 * whose page is of the release before reads the delays as it did.
 */

/** The buses of a duty whose delays a phone asks for at once. */
export const MAX_WATCHED = 100

export const LISTED_HEADER = 'X-Tickets-Listed'

/**
 * All tickets of a bus, and the void ones: "38/2". Tickets are only added and only become void, so equal
 * numbers are equal lists.
 */
export function sayListed(tickets: readonly Pick<PackedTicket, 'state'>[]): string {
  const isVoid = tickets.filter(({ state }) => state !== 'valid')
  return writeListed({ all: tickets.length, void: isVoid.length })
}

/**
 * The digests of tickets of any bus that became void since the list of a phone was made: 17 bytes each,
 * and mostly none.
 */
export const VOIDED_HEADER = 'X-Tickets-Voided'

export function writeVoided(digests: readonly string[]): string {
  return digests.join(',')
}

/** Whether a ticket of these became void that the list has as valid. */
export function isNewlyVoid(
  told: string | null,
  departures: readonly { tickets: readonly Pick<PackedTicket, 'digest' | 'state'>[] }[],
): boolean {
  if (!told) return false
  const voided = new Set(told.split(','))
  return departures.some(({ tickets }) =>
    tickets.some(({ digest, state }) => state === 'valid' && voided.has(digest)),
  )
}

export function writeListed(counted: { all: number; void: number }): string {
  return `${counted.all}/${counted.void}`
}
