import {
  exampleChange,
  exampleNote,
  exampleOrder,
  exampleReceipt,
  exampleTicket,
} from '#modules/tickets/example-views.ts'
import type { ChangeNews } from '#modules/tickets/news.ts'
import type { Locale } from '#platform/locale.ts'
import { cents } from '#platform/money.ts'

import { cancelledMail } from './cancelled.ts'
import { changedMail, missedMail, wheelchairMail } from './changed.ts'
import { confirmationMail } from './confirmation.ts'
import { contactMail, formerAddressMail } from './contact.ts'
import { departureCancelledMail } from './departure-cancelled.ts'
import type { MailText } from './letter.ts'
import { manageLinkMail } from './manage-link.ts'
import { refundMail } from './refund.ts'
import { reminderMail } from './reminder.ts'

/* For tests and pictures: every letter about an order, each in the fullest of its states. */

const BEFORE = Temporal.Instant.from('2026-11-19T16:00:00Z')

export function exampleLetters(locale: Locale): Record<string, MailText> {
  const order = exampleOrder(locale)
  const ticket = exampleTicket({ locale })
  const backAt = Temporal.Instant.from('2026-11-27T22:45:00Z')
  const back = exampleTicket({ locale, number: '7KQ2M9XA-2', departsAt: backAt })
  const papers = [exampleReceipt({ locale })]
  const name = ticket.groupLeader
  const formerName = locale === 'el' ? 'Μαρία Ιωάννου' : 'Grace Hopper'
  return {
    confirmation: confirmationMail({ ...order, tickets: [ticket, back], papers }),
    'manage-link': manageLinkMail({ ...order, tickets: [ticket, back] }),
    reminder: reminderMail({ ...order, ticket, hasOthers: true }, BEFORE),
    ...cancellations(locale),
    ...changes(locale),
    contact: contactMail({ ...order, tickets: [ticket], name, formerName, isMoved: true }),
    'contact-former': formerAddressMail(order),
    'departure-cancelled': departureCancelledMail({ ...order, ticket, hasOthers: true }),
    ...refunds(locale),
  }
}

function cancellations(locale: Locale): Record<string, MailText> {
  const before = exampleTicket({ locale })
  const gone = { before, after: null, companyCancelled: false }
  const fewer = exampleTicket({
    locale,
    number: '7KQ2M9XA-1-2',
    passengers: { adult: 1, child: 1, student: 0, infant: 1 },
    totalCents: cents(1350),
  })
  const note = exampleNote(locale)
  const whole = exampleChange({ locale, rides: [gone], tickets: [], papers: [note] })
  return {
    cancelled: cancelledMail(settled(whole, { refund: 2150, fee: 100 })),
    'cancelled-in-part': cancelledMail({
      ...settled(whole, { refund: 800, fee: 100 }),
      rides: [{ ...gone, after: fewer }],
      tickets: [fewer],
    }),
    'cancelled-late': cancelledMail({
      ...settled(whole, { forfeited: 2250 }),
      doneAt: BEFORE,
      papers: [],
    }),
    'cancelled-by-us': cancelledMail({
      ...settled(whole, { refund: 2250 }),
      rides: [{ ...gone, companyCancelled: true }],
    }),
  }
}

function changes(locale: Locale): Record<string, MailText> {
  const moved = exampleChange({ locale })
  const [ride] = moved.rides
  const after = ride?.after ?? exampleTicket({ locale })
  const become = (change: Partial<typeof after>, news: Partial<ChangeNews> = {}) => {
    const ticket = { ...after, ...change }
    return { ...moved, rides: [{ ...moved.rides[0]!, after: ticket }], tickets: [ticket], ...news }
  }
  const papers = [exampleNote(locale), exampleReceipt({ locale, number: 43 })]
  const dearer = become({ totalCents: cents(2700) }, { papers })
  const cheaper = become({ totalCents: cents(1800) }, { papers })
  const wheelchair = { wheelchairUsers: 1, wheelchairNumber: 'W-4F7K2M9X' }
  return {
    'changed-dearer': changedMail(settled(dearer, { surcharge: 450 })),
    'changed-cheaper': changedMail(settled(cheaper, { refund: 450 })),
    'changed-corrected': changedMail({ ...moved, kind: 'corrected' }),
    'changed-by-us': changedMail({ ...moved, kind: 'company-moved' }),
    'changed-again': changedMail({ ...moved, tickets: [] }),
    missed: missedMail(become({ missed: true })),
    wheelchair: wheelchairMail(become(wheelchair)),
    'wheelchair-given-back': wheelchairMail({
      ...moved,
      rides: [{ before: { ...after, ...wheelchair }, after, companyCancelled: false }],
    }),
  }
}

function refunds(locale: Locale): Record<string, MailText> {
  const { reference, demonstration } = exampleOrder(locale)
  const returned = {
    locale,
    reference,
    demonstration,
    amountCents: cents(2250),
    cardLast4: '4242',
    bookAgainUrl: 'https://halcyon.example/book-now',
  }
  return {
    'refund-late': refundMail({ ...returned, why: 'late', stands: false }),
    'refund-twice': refundMail({ ...returned, why: 'twice', stands: true }),
    'refund-change': refundMail({ ...returned, why: 'change', stands: true }),
    'refund-other-sum': refundMail({ ...returned, why: 'otherSum', stands: false }),
    'refund-too-much': refundMail({ ...returned, why: 'tooMuch', stands: true }),
  }
}

/** What moved, with the card it goes back to. */
function settled(
  news: ChangeNews,
  moved: Partial<Record<keyof ChangeNews['money'], number>>,
): ChangeNews {
  const { surcharge = 0, refund = 0, fee = 0, forfeited = 0 } = moved
  const money = { surcharge, refund, fee, forfeited }
  const inCents = Object.fromEntries(
    Object.entries(money).map(([what, amount]) => [what, cents(amount)]),
  )
  const returns = refund > 0 ? [{ amountCents: cents(refund), cardLast4: '4242' }] : []
  return { ...news, money: inCents as ChangeNews['money'], returns }
}
