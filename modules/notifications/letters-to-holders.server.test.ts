import { expect, test } from 'vitest'

import { askForLink, SEND_LINK, sendLink } from '#modules/orders/reads/find-booking.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { LOCALES } from '#platform/locale.ts'
import { amendTo, buyIn } from '#test/simulation/holders.ts'
import { listJobs } from '#test/simulation/jobs.ts'
import { letter, openLetterSimulation, post, says, unsaid } from '#test/simulation/letters.ts'
import { ride } from '#test/simulation/travellers.ts'

import { remindTravellers } from './remind.server.ts'

const simulation = openLetterSimulation()

test.each(LOCALES)('the evening before: where to be, and when (%s)', async (locale) => {
  const order = await buyIn(locale, simulation.bank, ride(simulation.bus, 'A', 'C'))
  shiftClock({ hours: 24 })
  await remindTravellers(now())
  expect(
    unsaid(await letter(order, 'reminder'), [
      says(locale, { en: 'Be at the stop by', el: 'Να είστε στη στάση έως' }),
      says(locale, { en: 'Missed the bus?', el: 'Χάσατε το λεωφορείο;' }),
      '/tickets/',
      `/bookings/${order.manageId}`,
    ]),
  ).toEqual([])
})

test.each(LOCALES)('the link to a booking, on request (%s)', async (locale) => {
  const order = await buyIn(locale, simulation.bank, ride(simulation.bus, 'A', 'C'))
  await askForLink({ reference: order.reference, email: 'anna@example.com', now: now() })
  for (const { data } of await listJobs([SEND_LINK.name])) {
    await sendLink((data as { requestId: string }).requestId, now())
  }
  const mail = await letter(order, 'manage-link')
  expect(unsaid(mail, [order.reference, `/bookings/${order.manageId}`])).toEqual([])
  expect(mail.text).not.toContain('/tickets/')
})

test('no reminder is sent for a ride that was exchanged after its reminder was enqueued', async () => {
  const order = await buyIn('en', simulation.bank, ride(simulation.bus, 'A', 'C'))
  shiftClock({ hours: 23 })
  await remindTravellers(now())
  await amendTo(order, ride(simulation.later, 'A', 'C'), { bank: simulation.bank })
  expect((await post(order)).map(({ kind }) => kind)).not.toContain('reminder')
})

test('no reminder is sent for a bus that has left', async () => {
  const order = await buyIn('en', simulation.bank, ride(simulation.bus, 'A', 'C'))
  shiftClock({ hours: 24 })
  await remindTravellers(now())
  shiftClock({ hours: 24 })
  expect((await post(order)).map(({ kind }) => kind)).not.toContain('reminder')
})
