import { afterAll, beforeAll, expect, test } from 'vitest'

import { remindTravellers } from '#modules/notifications/remind.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { openBank, type SimulatedBank } from '#test/simulation/bank.ts'
import { listJobs } from '#test/simulation/jobs.ts'
import { addDeparture, addTimetable } from '#test/simulation/timetable.ts'
import { addTraveller, buy, findOrderRow, listMails, ride } from '#test/simulation/travellers.ts'

import { askForLink, findProvenBooking, SEND_LINK, sendLink } from './find-booking.server.ts'

let bank: SimulatedBank
let bought: { orderId: string; visitor: string; reference: string; manageId: string }
beforeAll(async () => {
  await addTimetable()
  bank = await openBank()
  const bus = await addDeparture({ departsAt: Temporal.Instant.from('2027-03-10T08:00:00Z') })
  const { orderId, visitor } = await buy(bank, [ride(bus, 'A', 'C')])
  const { reference, manageId } = await findOrderRow(orderId)
  bought = { orderId, visitor, reference, manageId }
})
afterAll(() => bank.stop())

test('reference and address together bring the link, as people type them', async () => {
  const typed = ` ${bought.reference.slice(0, 4).toLowerCase()}-${bought.reference.slice(4)} `
  await ask(typed, ' Anna@Example.com')
  expect(await countMails('manage-link')).toBe(1)
})

test('repeated requests bring at most three links an hour, from any visitor', async () => {
  for (let asked = 0; asked < 5; asked++) await ask(bought.reference, 'anna@example.com')
  expect(await countMails('manage-link')).toBe(3)
})

test('however many bookings an address has, it receives at most six links', async () => {
  const email = 'agency@example.com'
  const orderIds: string[] = []
  for (let guest = 0; guest < 3; guest++) {
    const bus = await addDeparture({ departsAt: now().add({ hours: 48 }) })
    const contact = { name: 'Agency', email: guest === 0 ? 'Agency@Example.com' : email }
    const { orderId } = await buy(bank, [ride(bus, 'A', 'C')], { contact })
    orderIds.push(orderId)
    const { reference } = await findOrderRow(orderId)
    for (let asked = 0; asked < 3; asked++) await ask(reference, email)
  }
  const mails = (await Promise.all(orderIds.map(listMails))).flat()
  expect(mails.filter(({ kind }) => kind === 'manage-link')).toHaveLength(6)
})

test('a reference without its address, or the reverse, sends no mail and leaves no trace', async () => {
  const before = await countMails('manage-link')
  await ask(bought.reference, 'somebody@example.com')
  await ask('00000000', 'anna@example.com')
  expect(await countMails('manage-link')).toBe(before)
  expect(await db.selectFrom('linkRequests').selectAll().execute()).toEqual([])
})

test('only the browser that bought is taken to the booking at once', async () => {
  const asked = { reference: bought.reference, email: 'anna@example.com' }
  expect(await findProvenBooking({ ...asked, visitor: bought.visitor })).toBe(bought.manageId)
  expect(await findProvenBooking({ ...asked, visitor: addTraveller() })).toBeUndefined()
  expect(await findProvenBooking(asked)).toBeUndefined()
  const stranger = { ...asked, email: 'x@example.com', visitor: bought.visitor }
  expect(await findProvenBooking(stranger)).toBeUndefined()
})

test('only travellers of the next day are reminded, and only once', async () => {
  await remindTravellers(evening('2027-03-08'))
  expect(await countMails('reminder')).toBe(0)
  await remindTravellers(evening('2027-03-09'))
  await remindTravellers(evening('2027-03-09'))
  expect(await countMails('reminder')).toBe(1)
})

async function ask(reference: string, email: string) {
  await askForLink({ reference, email, now: now() })
  for (const { data } of await listJobs([SEND_LINK.name])) {
    await sendLink((data as { requestId: string }).requestId, now())
  }
}

async function countMails(kind: string) {
  return (await listMails(bought.orderId)).filter((mail) => mail.kind === kind).length
}

function evening(date: string) {
  return Temporal.Instant.from(`${date}T16:00:00+02:00`)
}
