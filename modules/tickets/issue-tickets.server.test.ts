import { afterEach, expect, test, vi } from 'vitest'

import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import { buy, ride } from '#test/simulation/travellers.ts'

import { readTicketCode } from './read-ticket-code.ts'
import { departureMark } from './ticket-facts.ts'
import { findSigner, keepTicketKeys, listTicketKeys } from './ticket-keys.server.ts'

const simulation = openSimulation()
afterEach(() => {
  vi.restoreAllMocks()
})

async function buyTicket(bus: string) {
  const party = { adult: 2, child: 1, infant: 1, wheelchairUsers: 1 }
  const { orderId } = await buy(simulation.bank, [ride(bus, 'B', 'C', party)])
  const [ticket] = await listTickets(orderId, 'en', now())
  if (!ticket) throw new Error('no ticket')
  return ticket
}

test('the code of a new ticket says, with a signature, what the ticket is good for', async () => {
  const bus = await anyBus()
  const ticket = await buyTicket(bus)
  const read = await readTicketCode(ticket.signedCode ?? '', await listTicketKeys(now()))
  expect(read).toEqual({
    is: 'signed',
    facts: {
      code: ticket.code,
      departure: departureMark(bus),
      departsAt: inWholeSeconds(ticket.departsAt),
      issuedAt: inWholeSeconds(ticket.issuedAt),
      from: 1,
      to: 2,
      people: 4,
      seats: 2,
      wheelchairs: 1,
      missed: false,
      demonstration: true,
    },
  })
})

test('a process learns of a new key within five minutes', async () => {
  const before = await findSigner(db, now())
  const { keyId, ...key } = await db.selectFrom('ticketKeys').selectAll().executeTakeFirstOrThrow()
  await db
    .insertInto('ticketKeys')
    .values({ ...key, keyId: keyId + 1, signsFrom: now() })
    .execute()
  expect((await findSigner(db, now()))?.keyId).toBe(before?.keyId)
  passMinutes(5)
  expect((await findSigner(db, now()))?.keyId).toBe(keyId + 1)
})

test('without a key a ticket is issued, with a code that is not signed', async () => {
  await db.deleteFrom('ticketKeys').execute()
  passMinutes(11)
  const { code, signedCode } = await buyTicket(await anyBus())
  expect(signedCode).toBeNull()
  expect(await readTicketCode(code.toUpperCase(), [])).toEqual({ is: 'unsigned', code })
  await keepTicketKeys(now())
  expect((await buyTicket(await anyBus())).signedCode).toMatch(/^H1/)
})

function inWholeSeconds({ epochMilliseconds }: Temporal.Instant): number {
  return Math.floor(epochMilliseconds / 1000) * 1000
}

/** Since this file began, for the memory of this process alone. */
function passMinutes(minutes: number): void {
  const later = performance.now() + minutes * 60_000 + 1
  vi.spyOn(performance, 'now').mockReturnValue(later)
}
