import { expect, test } from 'vitest'

import { partyOf } from '#modules/fares/passengers.ts'
import { choose } from '#modules/incidents/choices/choose.server.ts'
import {
  cancelDeparture,
  refundHolders,
  tellHolders,
} from '#modules/incidents/departures/cancel-departure.server.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { LOCALES } from '#platform/locale.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { getChoice } from '#test/fixtures/cancelled-bus.ts'
import { changeStopAndTell, GATE } from '#test/fixtures/closed-stop.ts'
import { amendTo, buyIn, giveUp } from '#test/simulation/holders.ts'
import {
  letter,
  openLetterSimulation,
  post,
  says,
  textOf,
  unsaid,
} from '#test/simulation/letters.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { ride } from '#test/simulation/travellers.ts'

const simulation = openLetterSimulation()

test.each(LOCALES)(
  'a cancelled booking: the refund, its card, and its date (%s)',
  async (locale) => {
    const order = await buyIn(locale, simulation.bank, ride(simulation.bus, 'A', 'C', { adult: 2 }))
    await giveUp(order, { refund: 3500 })
    const mail = await letter(order, 'cancelled')
    expect(mail.subject).toBe(
      says(locale, {
        en: `Your booking ${order.reference} has been cancelled`,
        el: `Η κράτησή σας ${order.reference} ακυρώθηκε`,
      }),
    )
    expect(
      unsaid(mail, [
        says(locale, { en: '€36.00', el: '36,00 €' }),
        says(locale, { en: '−€1.00', el: '−1,00 €' }),
        says(locale, {
          en: 'We are refunding €35.00 to your card ending in 1111',
          el: 'τελευταία ψηφία 1111',
        }),
        says(locale, { en: '3 to 10 working days', el: '3 έως 10 εργάσιμες' }),
        `/bookings/${order.manageId}`,
      ]),
    ).toEqual([])
    expect(mail.text).not.toContain('/tickets/')
    const [calendar, note] = mail.attachments
    expect(calendar?.filename).toMatch(
      /^halcyon-(cancelled-journeys|akyromenes-diadromes)-.{8}\.ics$/,
    )
    expect(textOf(calendar)).toContain('METHOD:CANCEL')
    expect(textOf(calendar)).toContain(`UID:${order.reference}-1@halcyon.example`)
    expect(textOf(calendar)).toMatch(/SEQUENCE:1\s[^]*STATUS:CANCELLED/)
    expect(note?.filename).toMatch(/^halcyon-(credit-note|pistotiko-simeioma)-C-\d{6}\.pdf$/)
    expect(mail.attachments).toHaveLength(2)
  },
)

test.each(LOCALES)('a part of a booking: the remaining rides have tickets (%s)', async (locale) => {
  const order = await buyIn(
    locale,
    simulation.bank,
    ride(simulation.bus, 'A', 'C', { adult: 2, child: 1 }),
  )
  const staying = partyOf({ adult: 1, child: 1 })
  await giveUp(order, { refund: 1700, staying })
  const mail = await letter(order, 'cancelled')
  expect(mail.subject).toContain(says(locale, { en: 'Part of your booking', el: 'Ένα μέρος' }))
  expect(
    unsaid(mail, [
      says(locale, { en: '€17.00', el: '17,00 €' }),
      says(locale, { en: 'earlier one is no longer valid', el: 'το προηγούμενο δεν ισχύει πλέον' }),
      '/tickets/',
    ]),
  ).toEqual([])
  const [tickets, calendar, note] = mail.attachments
  expect(tickets?.filename).toMatch(/^halcyon-(tickets|eisitiria)-.{8}\.pdf$/)
  expect(textOf(calendar)).toMatch(/METHOD:PUBLISH[^]*SEQUENCE:1\s/)
  expect(note?.filename).toContain('-C-')
})

test.each(LOCALES)(
  'one ride of two: it leaves the calendar, and the other stays (%s)',
  async (locale) => {
    const rides = [ride(simulation.bus, 'A', 'B'), ride(simulation.later, 'B', 'C')]
    const order = await buyIn(locale, simulation.bank, ...rides)
    await giveUp(order, { refund: 800 })
    const mail = await letter(order, 'cancelled')
    expect(
      unsaid(mail, [says(locale, { en: 'Still booked', el: 'Τι εξακολουθεί να ισχύει' })]),
    ).toEqual([])
    const [, calendar, ...documents] = mail.attachments
    expect(textOf(calendar)).toContain('METHOD:CANCEL')
    expect(textOf(calendar).match(/UID:.*/g)).toEqual([`UID:${order.reference}-1@halcyon.example`])
    expect(documents).toHaveLength(1)
  },
)

test.each(LOCALES)(
  'cancelled too late: the mail says plainly that there is no refund, and until when there was one (%s)',
  async (locale) => {
    const soon = await addDeparture({ departsAt: now().add({ hours: 5 }) })
    const order = await buyIn(locale, simulation.bank, ride(soon, 'A', 'B'))
    await giveUp(order, { refund: 0 })
    const mail = await letter(order, 'cancelled')
    expect(
      unsaid(mail, [
        says(locale, { en: '€9.00 cannot be refunded', el: 'δεν επιστρέφονται 9,00 €' }),
        says(locale, {
          en: 'Thank you for letting us know',
          el: 'Σας ευχαριστούμε πάντως που μας ενημερώσατε',
        }),
      ]),
    ).toEqual([])
    expect(mail.text).not.toMatch(/working days|εργάσιμες/)
    expect(mail.attachments.map(({ mimeType }) => mimeType)).toEqual(['text/calendar'])
  },
)

test.each(LOCALES)(
  'a part of a group that stays on a changed bus: the money of the others, also within a day of the ride (%s)',
  async (locale) => {
    const soon = await addDeparture({ departsAt: now().add({ hours: 5 }) })
    const order = await buyIn(locale, simulation.bank, ride(soon, 'A', 'C', { adult: 3 }))
    await changeStopAndTell(soon, { stopId: 'A', place: GATE })
    const { token } = await getChoice(order.orderId)
    const travelling = { passengers: partyOf({ adult: 1 }), wheelchairUsers: 0 }
    const choice = { kind: 'stay', travelling } as const
    expect(await choose({ token, choice, by: TRAVELLER, now: now() })).toEqual({ ok: true })
    const mail = await letter(order, 'cancelled')
    expect(mail.subject).toContain(says(locale, { en: 'Part of your booking', el: 'Ένα μέρος' }))
    expect(
      unsaid(mail, [
        says(locale, { en: '2 adults', el: '2 ενήλικες' }),
        says(locale, { en: '€36.00', el: '36,00 €' }),
        says(locale, { en: 'There is no fee', el: 'Δεν παρακρατούμε τίποτα' }),
        says(locale, {
          en: 'earlier one is no longer valid',
          el: 'το προηγούμενο δεν ισχύει πλέον',
        }),
        '/tickets/',
      ]),
    ).toEqual([])
    expect(mail.text).not.toMatch(/cannot be refunded|δεν επιστρέφονται/)
    expect(mail.attachments.at(-1)?.filename).toContain('-C-')
  },
)

test.each(LOCALES)(
  'a cancelled departure: two free options, and no further mail after either of them (%s)',
  async (locale) => {
    const order = await buyIn(locale, simulation.bank, ride(simulation.bus, 'A', 'C'))
    const other = await buyIn(locale, simulation.bank, ride(simulation.bus, 'A', 'C'))
    await stopBus()
    await tellHolders(now())
    const mail = await letter(order, 'departure-cancelled')
    expect(
      unsaid(mail, [
        says(locale, { en: 'We are sorry', el: 'Ζητούμε συγγνώμη' }),
        says(locale, {
          en: 'a full refund of €18.00',
          el: 'επιστροφή ολόκληρου του ποσού (18,00 €)',
        }),
        `/bookings/${order.manageId}`,
      ]),
    ).toEqual([])
    await amendTo(order, ride(simulation.later, 'A', 'C'), { bank: simulation.bank })
    expect(
      unsaid(await letter(order, 'changed'), [
        says(locale, { en: 'at the price you paid', el: 'τιμή' }),
      ]),
    ).toEqual([])

    await giveUp(other, { refund: 1800 })
    const posted = await post(other)
    expect(posted.map(({ kind }) => kind)).not.toContain('departure-cancelled')
    const given = posted.find(({ kind }) => kind === 'cancelled')?.mail
    expect(
      unsaid(given, [
        says(locale, { en: 'We have had to cancel this bus', el: 'Χρειάστηκε να ακυρώσουμε' }),
      ]),
    ).toEqual([])
    expect(given?.text).not.toMatch(/−/)
  },
)

test.each(LOCALES)('a cancelled departure without a choice: the refund (%s)', async (locale) => {
  const order = await buyIn(locale, simulation.bank, ride(simulation.bus, 'A', 'C'))
  await stopBus()
  shiftClock({ hours: 73 })
  await refundHolders(now())
  expect(
    unsaid(await letter(order, 'cancelled'), [
      says(locale, { en: 'There is no fee', el: 'Δεν παρακρατούμε τίποτα' }),
    ]),
  ).toEqual([])
})

test('a booking that is cancelled before its tickets were mailed has no ticket mail', async () => {
  const order = await buyIn('en', simulation.bank, ride(simulation.bus, 'A', 'C'))
  await giveUp(order, { refund: 1700 })
  expect((await post(order)).map(({ kind }) => kind)).toEqual(['cancelled'])
})

async function stopBus() {
  const stopped = {
    departureId: simulation.bus,
    by: ADMIN,
    reason: 'no driver',
    now: now(),
  }
  await cancelDeparture(stopped)
}
