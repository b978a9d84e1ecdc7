import { describe, expect, test } from 'vitest'

import type { TicketView } from '#modules/tickets/ticket.ts'
import { LOCALES } from '#platform/locale.ts'
import { exampleOrder, exampleTicket } from '#test/fixtures/example-views.ts'

import { runsAfterAllMail, stopReopenedMail } from './as-booked.ts'

const AT_BOOKED_TIME = { en: 'at the time you booked', el: 'στην ώρα για την οποία κάνατε κράτηση' }
const BE_THERE = { en: 'Be at the stop by', el: 'Να είστε στη στάση έως' }
const LATE = { en: 'about 40 minutes late', el: 'καθυστέρηση περίπου 40 λεπτών' }

describe.each(LOCALES)('in %s', (locale) => {
  const rideWith = (changed: Partial<TicketView>) => {
    const ticket = { ...exampleTicket({ locale }), ...changed }
    return { ...exampleOrder(locale), ticket, hasOthers: false }
  }
  const [booked, beThere, late] = [AT_BOOKED_TIME[locale], BE_THERE[locale], LATE[locale]]

  test('a bus that runs after all is at its booked time only if it is neither late nor retimed', () => {
    const onTime = runsAfterAllMail(rideWith({}))
    expect([onTime.text, onTime.html].every((form) => form.includes(booked))).toBe(true)
    expect(onTime.text).toContain(beThere)
    const retimedFrom = Temporal.Instant.from('2026-11-20T06:00:00Z')
    const retimed = runsAfterAllMail(rideWith({ retimedFrom }))
    expect(retimed.text).not.toContain(booked)
    expect(retimed.text).toContain(beThere)
    const { text, html } = runsAfterAllMail(rideWith({ delayMinutes: 40 }))
    for (const form of [text, html]) {
      expect(form).toContain(late)
      expect(form).not.toContain(booked)
      expect(form).not.toContain(beThere)
    }
  })

  test('a late bus that stops as usual again is not waited for at its planned time', () => {
    const { text, html } = stopReopenedMail(rideWith({ delayMinutes: 40 }))
    for (const form of [text, html]) {
      expect(form).toContain(late)
      expect(form).not.toContain(beThere)
    }
    expect(stopReopenedMail(rideWith({})).text).toContain(beThere)
  })
})
