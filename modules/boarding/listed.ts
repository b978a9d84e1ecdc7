import type { PackedTicket } from './package.ts'

/*
 * The state of the list of one bus, told with its delays. It is a header beside them, so that a phone
 * whose page is of the release before reads the delays as it did.
 */

export const LISTED_HEADER = 'X-Tickets-Listed'

/**
 * All tickets of a bus, and the void ones: "38/2". Tickets are only added and only become void, so equal
 * numbers are equal lists.
 */
export function sayListed(tickets: readonly Pick<PackedTicket, 'state'>[]): string {
  const isVoid = tickets.filter(({ state }) => state !== 'valid')
  return writeListed({ all: tickets.length, void: isVoid.length })
}

export function writeListed(counted: { all: number; void: number }): string {
  return `${counted.all}/${counted.void}`
}
