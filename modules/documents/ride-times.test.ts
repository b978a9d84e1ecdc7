import { expect, test } from 'vitest'

import { exampleTicket } from '#test/fixtures/example-views.ts'

import { rideTimes } from './ride-times.ts'

const at = (moment: string) => Temporal.Instant.from(moment)

test('a ticket names the weekday, and the clock of Cyprus', () => {
  expect(rideTimes(exampleTicket())).toMatchObject({
    date: 'Friday 20 November 2026',
    night: null,
    departs: '08:30',
    arrives: '09:10',
    arrivesOn: null,
    beThere: '08:20',
    duration: '40 min',
  })
})

test('until four in the morning the night is named, and at four no longer', () => {
  const lastOfNight = exampleTicket({ departsAt: at('2026-11-21T01:59:00Z') })
  const morning = exampleTicket({ departsAt: at('2026-11-21T02:00:00Z') })
  expect(rideTimes(lastOfNight).night).toBe('Night of Friday 20 to Saturday 21 November')
  expect(rideTimes(morning).night).toBeNull()
  expect(rideTimes({ ...lastOfNight, locale: 'el' }).night).toBe(
    'Τη νύχτα της Παρασκευής 20 προς Σάββατο 21 Νοεμβρίου',
  )
})

test('for a bus shortly after midnight, passengers are due on the day before, and the ticket says so', () => {
  const bus = exampleTicket({ departsAt: at('2026-11-20T22:05:00Z') })
  expect(rideTimes(bus).beThere).toBe('23:55, Friday 20 November 2026')
})

test('an arrival after midnight is on the next day', () => {
  const bus = exampleTicket({ departsAt: at('2026-11-20T21:45:00Z') })
  expect(rideTimes(bus)).toMatchObject({ arrives: '00:25', arrivesOn: 'next day' })
})

test('on the night the clock goes back, an arrival before its departure is explained', () => {
  const bus = exampleTicket({ departsAt: at('2027-10-31T00:30:00Z') })
  expect(rideTimes(bus)).toMatchObject({ departs: '03:30 EEST', arrives: '03:10 EET' })
})
