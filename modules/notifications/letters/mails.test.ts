import { expect, test } from 'vitest'

import { cents } from '#platform/money.ts'
import { exampleOrder, exampleReceipt, exampleTicket } from '#test/fixtures/example-views.ts'

import { confirmationMail } from './confirmation.ts'
import { type ReturnedMoney, refundMail } from './refund.ts'

const TERMS = {
  termsUrl: 'https://halcyon.example/terms-and-conditions',
  termsVersion: '2026-11-29',
}

const confirm = (ticket = exampleTicket()) => {
  const { locale } = ticket
  const documents = [exampleReceipt({ locale })]
  return confirmationMail({ ...exampleOrder(locale), ...TERMS, tickets: [ticket], documents })
}

test('a confirmation contains, in both its forms, everything needed on the way', () => {
  const ticket = exampleTicket({ wheelchairUsers: 1, wheelchairNumber: 'W-4F7K2' })
  const { subject, text, html } = confirm(ticket)
  expect(subject).toBe('Your ticket: Nicosia to Larnaca Airport, Friday 20 November 2026, 08:30')
  const expected = [
    '7KQ2M9XA',
    'Friday 20 November 2026',
    'Be at the stop by 08:20',
    'Cyprus time',
    'Bay 4, on the side of the square',
    'https://www.openstreetmap.org/?mlat=35.17050&',
    'Ada Lovelace',
    '1 child (2 to 12)',
    'W-4F7K2',
    'https://halcyon.example/tickets/0123456789abcdefghjkmnpqrs',
    'Until 08:30 on Thursday 19 November 2026',
    '€22.50',
    'R-000042',
    'https://halcyon.example/bookings/3456789abcdefghjkmnpqrstvw',
    '20 kg of luggage',
    'This is a demonstration',
    '+357 00 000000',
  ]
  for (const words of expected) {
    expect(text).toContain(words)
    expect(html).toContain(words)
  }
})

test('a mail without a wheelchair does not mention one', () => {
  expect(confirm().text).not.toContain('heelchair')
  expect(confirm().html).not.toContain('heelchair')
})

test('a Greek order gets a Greek mail, marked as such', () => {
  const { subject, text, html } = confirm(exampleTicket({ locale: 'el' }))
  expect(subject).toBe(
    'Το εισιτήριό σας: από Λευκωσία προς Αεροδρόμιο Λάρνακας, Παρασκευή 20 Νοεμβρίου 2026, 08:30',
  )
  expect(html).toContain('<html lang="el">')
  expect(text).toContain('1,00\u00A0€')
  expect(text).not.toMatch(/\b(the|ticket|refund)\b/i)
})

test('a timetable without Greek cases gets wording that needs none', () => {
  const { from, to } = exampleTicket({ locale: 'el' })
  const ticket = exampleTicket({
    locale: 'el',
    from,
    to: { ...to, shortName: 'Πρωταράς', shortNameAccusative: null },
  })
  expect(confirm(ticket).subject).toContain('Λευκωσία – Πρωταράς')
})

test('the confirmation leads to the terms that were accepted, and names their date', () => {
  const { text, html } = confirm()
  expect(text).toContain('The terms and conditions you accepted (29 November 2026):')
  for (const form of [text, html]) expect(form).toContain(TERMS.termsUrl)
})

test('both ways of a return trip are listed, and counted in the subject', () => {
  const back = exampleTicket({ departsAt: Temporal.Instant.from('2026-11-27T21:45:00Z') })
  const { subject, text } = confirmationMail({
    ...exampleOrder(),
    ...TERMS,
    tickets: [exampleTicket(), back],
    documents: [exampleReceipt()],
  })
  expect(subject).toMatch(/^Your 2 tickets/)
  expect(text).toContain('Friday 27 November 2026')
  expect(text).toContain('Arrival, next day: 00:25')
})

test('a mail loads no external resource, so opening it cannot be tracked', () => {
  const { html } = confirm()
  expect(html).not.toMatch(/<img|<link|<script|url\(|@import|src=/)
})

test('text typed by visitors stays text in a mail', () => {
  const groupLeader = '<img src=x onerror=alert(1)>"\'&\r\nTotal paid: €0.00\u202E'
  const { from } = exampleTicket()
  const ticket = exampleTicket({ groupLeader, from: { ...from, directions: '</p><script>x' } })
  const { subject, text, html } = confirm(ticket)
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp; Total paid')
  expect(html).not.toContain('<script')
  expect(text.split('\n').filter((line) => line.startsWith('Total paid'))).toHaveLength(1)
  expect(subject).not.toMatch(/[\r\n]/)

  const renamed = exampleTicket({ from: { ...from, shortName: 'Nicosia\r\nBcc: x@example.com' } })
  expect(confirm(renamed).subject).not.toMatch(/[\r\n]/)
})

const returned: ReturnedMoney = {
  locale: 'en',
  reference: '7KQ2M9XA',
  why: 'late',
  stands: false,
  amountCents: cents(2250),
  cardLast4: '4242',
  bookAgainUrl: 'https://halcyon.example/book-now',
  demonstration: false,
}

test('money that arrived too late is refunded in full, with a link to another bus', () => {
  const { subject, text, html } = refundMail(returned)
  expect(subject).toContain('7KQ2M9XA')
  for (const form of [text, html]) {
    expect(form).toContain(
      'We are refunding the full €22.50 to your card ending in 4242. There is no fee.',
    )
    expect(form).toContain('We are sorry')
    expect(form).toContain('There is no booking and no ticket')
    expect(form).toContain('https://halcyon.example/book-now')
    expect(form).not.toContain('demonstration')
  }
})

test('money that was paid twice is refunded in full, and the booking stays', () => {
  const { text, html } = refundMail({
    ...returned,
    why: 'twice',
    stands: true,
    locale: 'el',
    cardLast4: null,
  })
  for (const form of [text, html]) {
    expect(form).toContain('επιστρέφεται με τον ίδιο τρόπο που πληρώσατε')
    expect(form).toContain('Η κράτησή σας ισχύει κανονικά')
    expect(form).not.toContain('book-now')
  }
})
