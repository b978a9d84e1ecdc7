import { nameActors } from '#app/components/office/actor-names.server.ts'
import { aboutOf } from '#app/components/office/enquiry-about.server.ts'
import { rideFacts } from '#app/components/ride/facts.server.ts'
import { partyText } from '#app/i18n/party.ts'
import { translation } from '#app/i18n/translation.ts'
import { listEnquiriesOfBooking } from '#modules/enquiries/link-booking.server.ts'
import type { OrderItem } from '#modules/orders/self-service/find-order.server.ts'
import { isNoticeOver } from '#modules/rules/deadlines.ts'
import type { StaffBooking } from '#modules/support/find-booking.server.ts'
import { receiptNumber } from '#modules/tickets/ticket.ts'
import { shortDate } from '#platform/format/dates.ts'
import { momentInSentence } from '#platform/format/moments.ts'
import { LANGUAGES } from '#platform/languages.ts'
import { cents, formatEuros } from '#platform/money.ts'
import { maskPhone, writePhone } from '#platform/text/phone.ts'
import { clockTime, dateInCyprus, isBefore } from '#platform/time.ts'

import { showEntries } from './timeline.server.ts'
import type { BookingView, JourneyState, JourneyView } from './view.ts'

/** Minutes for which a look at the telephone number, once audited, shows it. */
export const PHONE_SHOWN_MINUTES = 15

type Shown = { booking: StaffBooking; staffId: string; now: Temporal.Instant }

/** A booking as text: what its holder sees, and what happened behind it. */
export async function showBooking({ booking, staffId, now }: Shown): Promise<BookingView> {
  const { order, story, notes, mails, entries, seen } = booking
  const { locale, messages } = translation()
  const sentences = messages.office.booking
  const actors = [...entries, ...booking.buses].map(({ actor }) => actor)
  const authors = [...notes.map(({ author }) => author), ...actors]
  const nameOf = await nameActors(authors)
  const isUnpaid = order.status === 'cart' || order.status === 'awaiting-payment'
  const isBought = order.confirmedAt !== null
  const bought = sentences[isBought ? 'boughtAt' : 'startedAt']
  return {
    reference: order.reference,
    status: story.status,
    since: bought(shortMoment(story.boughtAt)),
    heldUntil: isUnpaid ? sentences.heldUntil(momentInSentence(order.heldUntil, locale)) : null,
    seen,
    contact: showContact({ booking, staffId, now }),
    enquiries: (await listEnquiriesOfBooking(order)).map((one) => {
      const { reference, state, receivedAt, isLinked } = one
      const received = shortMoment(receivedAt)
      return { reference, about: aboutOf(one), state, received, isLinked }
    }),
    notes: notes.map(({ noteId, text, author, writtenAt }) => {
      return { key: noteId, text, about: `${nameOf(author)}, ${shortMoment(writtenAt)}` }
    }),
    journeys: story.items.map((item) => showJourney(item, booking, now)),
    money: showMoney(booking),
    documents: story.documents.map((document) => {
      const number = receiptNumber(document)
      const label = messages.order.documents[document.series](number)
      return { number, label, total: document.totalCents }
    }),
    mails: mails.map((mail) => ({
      key: mail.mailId,
      kind: sentences.mails.kinds[mail.kind] ?? mail.kind,
      state: sentences.mails.states[mail.state],
      to: mail.address ? sentences.mails.to(mail.address) : '',
      when: shortMoment(mail.sentAt ?? mail.queuedAt),
      isLost: mail.state === 'refused' || mail.state === 'parked',
    })),
    timeline: showEntries(booking, nameOf),
    can: {
      resend: story.items.some(({ ticketId }) => ticketId !== null),
      contact: story.items.some(({ ticketId, departsAt }) => ticketId && isBefore(now, departsAt)),
      cancel: story.items.some(({ can }) => can.cancel),
      extend: isUnpaid,
      person: order.contactEmail !== null,
    },
  }
}

/** "Sun 22 Nov 2026, 13:30" */
function shortMoment(moment: Temporal.Instant): string {
  return `${shortDate(dateInCyprus(moment), translation().locale)}, ${clockTime(moment)}`
}

function showContact({ booking, staffId, now }: Shown): BookingView['contact'] {
  const { order, entries } = booking
  const phone = order.contactPhone
  const since = now.subtract({ minutes: PHONE_SHOWN_MINUTES })
  const isPhoneShown = entries.some(
    ({ actor, action, enteredAt }) =>
      actor === `staff:${staffId}` && action === 'phone-seen' && isBefore(since, enteredAt),
  )
  return {
    name: order.contactName ?? '',
    email: order.contactEmail ?? '',
    phone: phone ? (isPhoneShown ? writePhone(phone) : maskPhone(phone)) : '',
    isPhoneShown,
    phoneMinutes: PHONE_SHOWN_MINUTES,
    language: LANGUAGES[order.locale].name,
    hasAccount: order.accountId !== null,
    terms: order.termsAcceptedAt
      ? `${order.termsVersion}, ${shortMoment(order.termsAcceptedAt)}`
      : '',
  }
}

function showJourney(
  item: OrderItem,
  { order, journeys }: StaffBooking,
  now: Temporal.Instant,
): JourneyView {
  const { title, date, departs, arrives } = rideFacts(item)
  const { ticketNumber = null, lateMinutes = 0 } = journeys.get(item.bookingId) ?? {}
  return {
    bookingId: item.bookingId,
    departureId: item.departureId,
    place: item.itemId.split('-').at(-1) ?? '',
    title,
    date,
    departs,
    arrives,
    party: partyText(item.passengers, item.wheelchairUsers),
    total: item.totalCents,
    state: order.confirmedAt ? stateOf(item, now) : 'unpaid',
    delay: delayOf(lateMinutes),
    deadline: deadlineOf(item),
    wheelchairNumber: item.wheelchairNumber,
    ticketNumber,
    canChange: item.state === 'live' && order.confirmedAt !== null,
  }

  function deadlineOf({ can, companyCancelled, refundUntil, refundTerms }: OrderItem) {
    const { locale, messages } = translation()
    if (!can.cancel || companyCancelled) return null
    const sentences = messages.office.booking.journeys
    const until = momentInSentence(refundUntil, locale)
    if (isNoticeOver(refundUntil, now)) return sentences.tooLate(until)
    return sentences.refundable(until, formatEuros(refundTerms.fee, locale))
  }
}

function stateOf(item: OrderItem, now: Temporal.Instant): JourneyState {
  if (item.state === 'cancelled') return 'cancelled'
  if (item.ending) return item.ending === 'cancelled' ? 'not-running' : item.ending
  if (!isBefore(now, item.arrivesAt)) return 'over'
  return isBefore(now, item.departsAt) ? 'to-come' : 'left'
}

function delayOf(minutes: number): string | null {
  if (minutes === 0) return null
  const { late, early } = translation().messages.office.booking.journeys
  return minutes > 0 ? late(minutes) : early(-minutes)
}

function showMoney({ story }: StaffBooking): BookingView['money'] {
  const { money } = translation().messages.order
  return story.money.map((line, place) => {
    const isBack = line.kind === 'refund'
    const card = 'card' in line && line.card ? [money.card(line.card)] : []
    const state = isBack ? [translation().messages.office.booking.refundStates[line.state]] : []
    return {
      key: `${line.kind}-${place}`,
      label: money[line.kind],
      detail: [shortMoment(line.at), ...card, ...state].join(', '),
      amount: isBack ? cents(0 - line.amount) : line.amount,
    }
  })
}
