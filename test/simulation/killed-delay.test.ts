import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { TicketPageView } from '#app/components/ticket/view.ts'
import { loader as openTicket } from '#app/site/ticket/page.tsx'
import { checkInvariants } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import { listDelays } from '#modules/dispatch/delays.server.ts'
import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import type { CrashPoint } from '#platform/crash-points.ts'
import { db } from '#platform/db.server.ts'
import { clockTime, dateInCyprus } from '#platform/time.ts'
import { openPage } from '#test/fixtures/open-page.ts'
import { addStaffMember } from '#test/fixtures/sample-staff.server.ts'

import { openDoorPhone, type DoorPhone } from './door-phone.ts'
import { sellAtOffice } from './door.ts'
import { fillBus, FULL_BUS_SEATS, type Bought } from './full-bus.ts'
import { openCast, type OpenCast } from './open-cast.ts'
import { inTheMorning } from './simulation.ts'
import { PowerCut, type StepElsewhere } from './steps-elsewhere.ts'
import { listMails } from './travellers.ts'

/*
 * A full bus that is late, less late, and later than before. The program in which this is reported and
 * told is killed at every place that it passes, and started again.
 */

const SUBJECT = /^(?:Your bus is running late|New time for your bus): .*?(?<figure>\d\d:\d\d)$/
/** One passenger of the full bus comes without an address, and has a seat of their own. */
const SEATS = FULL_BUS_SEATS + 1

let cast: OpenCast
let bus: string
let buses: readonly [string, string]
let leaves: Temporal.Instant
let phone: DoorPhone
let orders: Bought[]
let withoutAddress: string

beforeAll(async () => {
  cast = await openCast()
  buses = await inTheMorning({ days: 1, seats: SEATS })
  ;[bus] = buses
  const { departsAt } = await db
    .selectFrom('departureStops')
    .select('departsAt')
    .where('departureId', '=', bus)
    .where('position', '=', 0)
    .executeTakeFirstOrThrow()
  leaves = departsAt
  const { staffId } = await addStaffMember({ roles: ['driver'] })
  phone = openDoorPhone({ staffId, departureId: bus, stopId: 'A', day: dateInCyprus(leaves) })
  orders = await fillBus(cast.bank, { bus })
  const sold = await sellAtOffice({ bus, from: 0, to: 2, people: 1, now: now() })
  withoutAddress = sold.ok ? sold.orderId : ''
  await inSecond('send mails')
})
beforeEach(() => shiftClock({ seconds: 1 }))
afterAll(() => cast.stop())

function travellers() {
  return { visitor: '', rival: '', buses }
}

async function killAt(crashPoint: CrashPoint, step: StepElsewhere): Promise<void> {
  await expect(cast.second.does([step], travellers(), crashPoint)).rejects.toThrow(PowerCut)
}

/** Runs a step in the second program, which is killed at each of these places before. */
async function inSecond(step: StepElsewhere, kills: readonly CrashPoint[] = []): Promise<void> {
  for (const crashAt of kills) await killAt(crashAt, step)
  await cast.second.does([step], travellers())
}

/** Reports a delay; while its report is not committed, the one before is shown. */
async function report(step: StepElsewhere): Promise<void> {
  shiftClock({ seconds: 1 })
  await phone.exchange(now())
  const before = phone.door()?.bus.calls[0]?.delay ?? 0
  await killAt('delay:before-commit', step)
  await expectShown(before)
  await inSecond(step)
  shiftClock({ seconds: 1 })
}

const SENDING = ['mail:before-sending', 'mail:after-sending'] as const
const TELLING = ['incident:after-telling'] as const

test('38 bookings on a late bus hear each figure once and the newest last, wherever the program is killed', async () => {
  await report('the bus is twenty minutes late')
  await expectShown(20)
  await inSecond('passengers learn of delays', TELLING)
  await inSecond('send mails', SENDING)
  expect(await listMailed()).toEqual(timesFor([20]))

  await report('the bus is ten minutes late')
  await expectShown(10)
  await inSecond('passengers learn of delays', TELLING)
  await inSecond('send mails', SENDING)
  expect(await listMailed()).toEqual(timesFor([20, 10]))

  await report('the bus is fifty minutes late')
  await expectShown(50)
  await inSecond('passengers learn of delays', ['incident:after-offer', ...TELLING])
  await inSecond('send mails', SENDING)
  expect(await listMailed()).toEqual(timesFor([20, 10, 50]))

  shiftClock({ minutes: 20 })
  await inSecond('passengers learn of delays')
  await inSecond('send mails')
  expect(await listMailed()).toEqual(timesFor([20, 10, 50]))
  expect(await listMails(withoutAddress)).toEqual([])
  expect(await listBreaches()).toEqual([])
})

test('a figure that a newer one overtakes while some are told is mailed to nobody', async () => {
  await report('the bus is ten minutes late')
  await inSecond('passengers learn of delays')
  await inSecond('send mails')
  const [twenty, fifty] = [await countMailed(20), await countMailed(50)]

  await report('the bus is twenty minutes late')
  await killAt('incident:after-telling', 'passengers learn of delays')
  await report('the bus is fifty minutes late')
  await inSecond('passengers learn of delays')
  await inSecond('send mails')
  await expectShown(50)
  expect(await countMailed(20)).toBe(twenty)
  expect(await countMailed(50)).toBe(fifty + orders.length)
  expect(await listMails(withoutAddress)).toEqual([])
  expect(await listBreaches()).toEqual([])
})

test('two buses are reported late at once: killed before it is committed, neither is late, and then both are', async () => {
  const before = await listPresent()
  await killAt('delay:before-commit', 'both buses are forty minutes late')
  expect(await listPresent()).toEqual(before)
  await inSecond('both buses are forty minutes late')
  expect(await listPresent()).toEqual([40, 40])
  await inSecond('passengers learn of delays', TELLING)
  await inSecond('send mails', SENDING)
  await expectShown(40)
  expect(await countMailed(40)).toBe(orders.length)
  expect(await listBreaches()).toEqual([])
})

/** The newest report of each bus. */
async function listPresent(): Promise<(number | undefined)[]> {
  const reports = await listDelays(buses)
  return buses.map((one) => reports.get(one)?.[0]?.minutes)
}

/** The mails that name the time at which the bus leaves with this delay. */
async function countMailed(minutes: number): Promise<number> {
  const figure = clockTime(leaves.add({ minutes }))
  return (await listMailed()).flat().filter((one) => one === figure).length
}

/** The delay on the ticket pages, and at each stop of the phone, where people still board. */
async function expectShown(minutes: number): Promise<void> {
  await phone.exchange(now())
  const calls = phone.door()?.bus.calls.slice(0, -1) ?? []
  expect(calls.map(({ delay }) => delay)).toEqual(calls.map(() => minutes))
  expect(calls).toHaveLength(3)
  const figure = clockTime(leaves.add({ minutes }))
  for (const { orderId } of orders) {
    const [ticket] = await listTickets(orderId, 'en', now())
    const params = { id: ticket?.ticketId ?? '' }
    const path = `/tickets/${params.id}`
    const { shown } = await openPage<{ ticket: TicketPageView }>(openTicket, path, { params })
    expect(shown.ticket.late === null).toBe(minutes === 0)
    expect(shown.ticket.late ?? figure).toContain(figure)
    expect(ticket?.delayMinutes).toBe(minutes)
  }
}

/** For each order the times in the mails about delays that reached its address, each mail once. */
async function listMailed(): Promise<string[][]> {
  const mails = await Promise.all(
    cast.mail.received.map(async ({ raw, recipients }) => {
      const { messageId, subject = '' } = await PostalMime.parse(raw)
      return {
        messageId,
        recipient: recipients.join(),
        figure: SUBJECT.exec(subject)?.groups?.figure,
      }
    }),
  )
  // A mail whose sending was cut short is sent again, as the same one.
  const once = [...new Map(mails.map((mail) => [mail.messageId, mail])).values()]
  return orders.map((_order, place) =>
    once.flatMap(({ recipient, figure }) =>
      figure && recipient === `anna${place}@example.com` ? [figure] : [],
    ),
  )
}

/** For each order these delays, as the times at which the bus then leaves. */
function timesFor(delays: readonly number[]): string[][] {
  const times = delays.map((minutes) => clockTime(leaves.add({ minutes })))
  return orders.map(() => times)
}

/** Breaches of the invariants once a delay must have been told. */
async function listBreaches(): Promise<string[]> {
  shiftClock({ minutes: 16 })
  return checkInvariants(db, { now: now(), bank: cast.bank.provider })
}
