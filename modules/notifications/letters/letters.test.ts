import { describe, expect, test } from 'vitest'

import { LOCALES } from '#platform/locale.ts'
import { cents } from '#platform/money.ts'
import { exampleLetters } from '#test/fixtures/example-letters.ts'
import { exampleChange, exampleOrder, exampleTicket } from '#test/fixtures/example-views.ts'

import { cancelledMail } from './cancelled.ts'
import { reminderMail } from './reminder.ts'

const HOLDERS_LINK = '/bookings/3456789abcdefghjkmnpqrstvw'
const MONEY_BACK = [
  'refund-late',
  'refund-twice',
  'refund-change',
  'refund-other-sum',
  'refund-too-much',
]
/** Letters without any access link, since they may reach a person who does not hold the booking. */
const WITHOUT_LINK = ['contact-former', 'payment-link', ...MONEY_BACK]
const WITH_TICKET = [
  'confirmation',
  'reminder',
  'cancelled-in-part',
  'changed-dearer',
  'changed-cheaper',
  'changed-corrected',
  'changed-by-us',
  'missed',
  'wheelchair',
  'wheelchair-given-back',
  'contact',
  'runs-after-all',
  'runs-after-all-late',
  'seats-kept',
  'space-kept',
  'retimed-earlier',
  'retimed-little',
  'stop-moved',
  'stop-reopened',
  'running-late',
  'running-very-late',
  'running-less-late',
  'on-time-again',
  'departure-message',
  'reissued',
]
const WITH_REFUND = [
  'cancelled',
  'cancelled-in-part',
  'cancelled-by-us',
  'cancelled-never-came',
  'cancelled-broke-down',
  'changed-cheaper',
  'goodwill',
  'cancelled-late-by-overrule',
  'cancelled-after-goodwill',
  ...MONEY_BACK,
]

describe.each(LOCALES)('in %s', (locale) => {
  const letters = Object.entries(exampleLetters(locale))

  const aboutBus = /^(departure-(cancelled|never|broke)|stop-closed|smaller|new-offers|retimed)/
  test.each(letters.filter(([name]) => aboutBus.test(name)))(
    '%s names the date of its bus once in its sentences, and then only hours',
    (_, { text }) => {
      const dates = text.match(/\d{1,2} \p{L}+ 20\d\d/gu) ?? []
      expect(new Set(dates).size).toBe(dates.length)
    },
  )

  test.each(letters)(
    '%s has the same content in both its forms, and loads no external resource',
    (name, letter) => {
      const { subject, text, html } = letter
      expect(subject).not.toMatch(/[\r\n]|undefined|null|NaN/)
      for (const form of [text, html]) {
        expect(form).not.toMatch(/undefined|NaN|\[object/)
        expect(form.includes(HOLDERS_LINK)).toBe(!WITHOUT_LINK.includes(name))
        expect(form.includes('/tickets/')).toBe(WITH_TICKET.includes(name))
        expect(/working days|εργάσιμες/.test(form)).toBe(WITH_REFUND.includes(name))
        expect(form).toContain('7KQ2M9XA')
      }
      expect(text).not.toMatch(/\n{3}/)
      expect(html).not.toMatch(/<img|<link|<script|url\(|@import|src=/)
      expect(html).toContain(`<html lang="${locale}">`)
    },
  )
})

test('a Greek letter contains no English word', () => {
  for (const { subject, text } of Object.values(exampleLetters('el'))) {
    const words = `${subject} ${text}`.replaceAll(/https:\S+/g, '')
    expect(words).not.toMatch(/\b(the|your|bus|ticket|booking|refund|and|is)\b/i)
  }
})

test('a reminder says tomorrow, tonight for a bus after midnight, and neither when it is later', () => {
  const sentAt = Temporal.Instant.from('2026-11-19T16:00:00Z')
  const titleAt = (departure: string) => {
    const ticket = exampleTicket({ departsAt: Temporal.Instant.from(departure) })
    const { text } = reminderMail({ ...exampleOrder(), ticket, hasOthers: false }, sentAt)
    return text.split('\n')[0]
  }
  expect(titleAt('2026-11-20T06:30:00Z')).toBe('Your bus leaves tomorrow')
  expect(titleAt('2026-11-19T22:30:00Z')).toBe('Your bus leaves tonight, after midnight')
  expect(titleAt('2026-11-19T21:59:00Z')).toBe('Your bus leaves soon')
  expect(titleAt('2026-11-20T22:00:00Z')).toBe('Your bus leaves soon')
})

test('of two cancelled rides, only the late one is named as not refunded, with its own hour', () => {
  const late = exampleTicket({ totalCents: cents(900) })
  const inTime = exampleTicket({
    number: '7KQ2M9XA-2',
    departsAt: late.departsAt.add({ hours: 100 }),
    totalCents: cents(1800),
  })
  const rides = [late, inTime].map((before) => ({ before, after: null, ending: null }))
  const money = {
    surcharge: cents(0),
    refund: cents(1700),
    fee: cents(100),
    forfeited: cents(900),
    takenBack: cents(0),
  }
  const doneAt = late.cancelUntil.add({ seconds: 1 })
  const news = exampleChange({ rides, tickets: [], money, doneAt })
  const { text } = cancelledMail(news)
  expect(text).toContain('€9.00 cannot be refunded')
  expect(text).toContain('that was until 08:30 on Thursday 19 November 2026')
  expect(text).not.toContain('€18.00 cannot be refunded')
  expect(text).toMatch(
    /Value of the cancelled tickets: €27.00\nNot refunded: −€9.00\nCancellation fee: −€1.00\nYour refund: €17.00/,
  )
  expect(cancelledMail({ ...news, doneAt: late.cancelUntil }).text).not.toContain(
    'cannot be refunded',
  )
})
