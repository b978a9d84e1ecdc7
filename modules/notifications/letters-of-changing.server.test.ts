import { expect, test } from 'vitest'

import { listBookings } from '#modules/orders/order/rows.server.ts'
import { changeContact } from '#modules/orders/self-service/contact.server.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { LOCALES } from '#platform/locale.ts'
import { changeFare } from '#test/simulation/for-one-test.ts'
import { amendTo, buyIn, missTheBus } from '#test/simulation/holders.ts'
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
  'another bus at another price: before, after, the payment, and all documents (%s)',
  async (locale) => {
    const order = await buyIn(locale, simulation.bank, ride(simulation.bus, 'A', 'B'))
    await amendTo(order, ride(simulation.later, 'A', 'C'), {
      bank: simulation.bank,
      surcharge: 900,
    })
    const mail = await letter(order, 'changed')
    expect(
      unsaid(mail, [
        says(locale, { en: 'Price before', el: 'Τιμή πριν' }),
        says(locale, { en: 'Paid for the change', el: 'Πληρώσατε επιπλέον' }),
        says(locale, { en: '€18.00', el: '18,00 €' }),
        '/tickets/',
        `/bookings/${order.manageId}`,
      ]),
    ).toEqual([])
    expect(mail.text).not.toMatch(/working days|εργάσιμες/)
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(
      [/-(tickets|eisitiria)-/, /\.ics$/, /-C-\d/, /-R-\d/].map((name) =>
        expect.stringMatching(name),
      ),
    )
  },
)

test.each(LOCALES)(
  'a fare that fell: the difference is refunded, and no fee is kept (%s)',
  async (locale) => {
    const order = await buyIn(locale, simulation.bank, ride(simulation.bus, 'A', 'C'))
    await changeFare('A', 'C', 'adult', 1500)
    await amendTo(order, ride(simulation.later, 'A', 'C'), { bank: simulation.bank, refund: 300 })
    expect(
      unsaid(await letter(order, 'changed'), [
        says(locale, {
          en: 'We are refunding €3.00 to your card',
          el: 'Επιστρέφουμε 3,00 € στην κάρτα',
        }),
        says(locale, { en: 'There is no fee', el: 'Δεν παρακρατούμε τίποτα' }),
      ]),
    ).toEqual([])
  },
)

test.each(LOCALES)(
  'a corrected date: the last moment for a refund stays the same (%s)',
  async (locale) => {
    const soon = await addDeparture({ departsAt: now().add({ hours: 5 }) })
    const order = await buyIn(locale, simulation.bank, ride(soon, 'A', 'C'))
    await amendTo(order, ride(simulation.bus, 'A', 'C'), { bank: simulation.bank })
    const mail = await letter(order, 'changed')
    expect(
      unsaid(mail, [
        says(locale, {
          en: 'still that of the departure you first booked',
          el: 'είχατε επιλέξει αρχικά',
        }),
        says(locale, { en: 'This is free of charge', el: 'Δεν σας κοστίζει τίποτα' }),
      ]),
    ).toEqual([])
    expect(mail.attachments).toHaveLength(2)
  },
)

test.each(LOCALES)('a missed bus: the later one, free, and not refunded (%s)', async (locale) => {
  const order = await buyIn(locale, simulation.bank, ride(simulation.bus, 'A', 'C'))
  shiftClock({ hours: 47 })
  await missTheBus(order)
  const mail = await letter(order, 'missed')
  expect(
    unsaid(mail, [
      says(locale, {
        en: 'You have a seat on a later bus',
        el: 'Έχετε θέση σε επόμενο δρομολόγιο',
      }),
      says(locale, { en: 'can no longer be refunded', el: 'δεν επιστρέφεται πλέον' }),
    ]),
  ).toEqual([])
  expect(mail.attachments.map(({ mimeType }) => mimeType)).toEqual([
    'application/pdf',
    'text/calendar',
  ])
})

test.each(LOCALES)(
  'a wheelchair space: its confirmation number, also in the subject (%s)',
  async (locale) => {
    const order = await buyIn(locale, simulation.bank, ride(simulation.bus, 'A', 'C'))
    await amendTo(order, ride(simulation.bus, 'A', 'C', { adult: 1, wheelchairUsers: 1 }), {
      bank: simulation.bank,
    })
    const [booking] = await listBookings(db, order.orderId)
    const number = booking?.wheelchairNumber ?? 'none'
    const mail = await letter(order, 'wheelchair')
    expect(mail.subject).toContain(number)
    expect(unsaid(mail, [number, '/tickets/'])).toEqual([])
    expect(mail.attachments).toHaveLength(2)
  },
)

test.each(LOCALES)(
  'another name and address: the tickets go to the new address, and no link or ticket to the old one (%s)',
  async (locale) => {
    const order = await buyIn(locale, simulation.bank, ride(simulation.bus, 'A', 'C'))
    const contact = { name: 'Nikos Georgiou', email: 'nikos@example.com' }
    await changeContact({ manageId: order.manageId, contact, by: TRAVELLER, now: now() })
    const mails = (await post(order)).filter(({ kind }) => kind === 'contact')
    const [to, from] = mails.map(({ mail }) => mail)
    expect(mails.map(({ recipient }) => recipient)).toEqual([
      'nikos@example.com',
      'anna@example.com',
    ])
    expect(unsaid(to, ['Nikos Georgiou', 'Anna Georgiou', `/bookings/${order.manageId}`])).toEqual(
      [],
    )
    expect(to?.attachments).toHaveLength(2)
    expect(unsaid(from, [order.reference, '+357'])).toEqual([])
    expect(`${from?.text}${from?.html}`).not.toMatch(/nikos|\/tickets\/|\/bookings\//i)
    expect(from?.attachments).toEqual([])
  },
)

test('two changes before the first letter was sent: each describes its own, with the present tickets', async () => {
  const order = await buyIn('en', simulation.bank, ride(simulation.bus, 'A', 'C'))
  const third = await addDeparture({ departsAt: simulation.leaves.add({ hours: 6 }) })
  await amendTo(order, ride(simulation.later, 'A', 'C'), { bank: simulation.bank })
  await amendTo(order, ride(third, 'A', 'C'), { bank: simulation.bank })
  const [first, second] = (await post(order)).filter(({ kind }) => kind === 'changed')
  expect(unsaid(first?.mail, ['The booking has changed again since then'])).toEqual([])
  expect(first?.mail.text).not.toContain('/tickets/')
  expect(first?.mail.attachments.map(({ mimeType }) => mimeType)).toEqual(['application/pdf'])
  expect(unsaid(second?.mail, ['/tickets/'])).toEqual([])
  expect(textOf(second?.mail.attachments[1])).toContain('SEQUENCE:2')
})

test('a surcharge that arrived too late for the seats is refunded, and the booking stays', async () => {
  const order = await buyIn('en', simulation.bank, ride(simulation.bus, 'A', 'B'))
  await amendTo(order, ride(simulation.later, 'A', 'C'), {
    bank: simulation.bank,
    surcharge: 900,
    beforePaying,
  })
  const mail = await letter(order, 'refund')
  expect(unsaid(mail, ['€9.00 for a change to your booking', 'Your booking is unchanged'])).toEqual(
    [],
  )
  expect(mail.text).not.toContain('There is no booking')

  async function beforePaying() {
    const gone = db.updateTable('departures').set({ status: 'cancelled' })
    await gone.where('departureId', '=', simulation.later).execute()
  }
})
