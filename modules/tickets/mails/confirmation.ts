import { PASSENGER_CATEGORIES } from '#modules/fares/passengers.ts'
import { oneLine } from '#modules/tickets/printable.ts'
import {
  FEE_PER_REFUND,
  LUGGAGE_KG,
  receiptNumber,
  type ReceiptView,
  type TicketView,
} from '#modules/tickets/ticket.ts'
import { dateAndTime, rideTimes } from '#modules/tickets/when.ts'
import { ticketWords } from '#modules/tickets/words/words.ts'
import { invariant } from '#platform/invariant.ts'
import { formatEuros } from '#platform/money.ts'

import { html, type Html } from './html.ts'
import { button, type MailText, paragraph, SOFT, writeLetter } from './letter.ts'

export type ConfirmedOrder = { tickets: readonly TicketView[]; receipt: ReceiptView }

/** The mail that follows an order (SPEC.md, section 4), in its language. */
export function confirmationMail({ tickets, receipt }: ConfirmedOrder): MailText {
  const [first] = tickets
  invariant(first, 'a confirmed order has a ticket')
  const { locale, reference } = first
  const words = ticketWords(locale)
  const { confirmation } = words.mail
  const count = tickets.length
  const ride = words.ride(first.from, first.to)
  const total = `${confirmation.total}: ${formatEuros(receipt.totalCents, locale)}`
  const receiptNote = confirmation.receipt(receiptNumber(receipt))

  return writeLetter({
    locale,
    subject: oneLine(confirmation.subject(count, ride, dateAndTime(first.departsAt, locale))),
    title: confirmation.title,
    preview: words.ticket.beThere(rideTimes(first).beThere),
    demonstration: first.demonstration,
    body: html` ${paragraph(confirmation.intro(count))}
      <p style="margin:0 0 20px">
        <span class="soft" style="${SOFT}">${confirmation.reference}</span><br /><strong
          style="font-size:22px;letter-spacing:1px"
          >${reference}</strong
        >
      </p>
      ${tickets.map(rideBlock)}
      <p style="margin:4px 0 14px;font-size:18px"><strong>${total}</strong></p>
      ${paragraph(`${receiptNote} ${confirmation.calendar}`)}
      <p style="margin:0 0 14px">
        <strong>${words.ticket.luggage(LUGGAGE_KG)}.</strong> ${words.ticket.luggageEach}
      </p>
      <p style="margin:0"><strong>${words.ticket.missed}</strong> ${words.ticket.missedRule}</p>`,
    paragraphs: [
      confirmation.intro(count),
      `${confirmation.reference}: ${reference}`,
      ...tickets.map(rideText),
      total,
      `${receiptNote} ${confirmation.calendar}`,
      `${words.ticket.luggage(LUGGAGE_KG)}. ${words.ticket.luggageEach}`,
      `${words.ticket.missed} ${words.ticket.missedRule}`,
    ],
  })
}

/** What is said of one ride, once for both forms. */
function factsOf(ticket: TicketView) {
  const { locale, from, to, wheelchairUsers, wheelchairNumber } = ticket
  const { ticket: words, mail, category, ages } = ticketWords(locale)
  const times = rideTimes(ticket)
  const travelling = PASSENGER_CATEGORIES.filter((one) => ticket.passengers[one] > 0)
  const until = dateAndTime(ticket.cancelUntil, locale)
  return {
    times,
    arrival: [words.arrival, times.arrivesOn].filter(Boolean).join(', '),
    stopName: oneLine(from.name),
    lastStopName: oneLine(to.name),
    directions: from.directions && oneLine(from.directions),
    groupLeader: oneLine(ticket.groupLeader),
    passengers: travelling.map((one) => {
      const count = ticket.passengers[one]
      return `${count} ${category(one, count)} (${ages[one]})`
    }),
    wheelchair:
      wheelchairUsers > 0
        ? {
            sentence: mail.confirmation.wheelchair(wheelchairUsers),
            label: words.wheelchairNumber,
            number: wheelchairNumber ?? '',
          }
        : null,
    cancel: words.cancelUntil(until, formatEuros(FEE_PER_REFUND, locale)),
  }
}

function rideText(ticket: TicketView): string {
  const { ticket: words, mail, cyprusTime } = ticketWords(ticket.locale)
  const facts = factsOf(ticket)
  const { times, wheelchair } = facts
  const lines = [
    times.date,
    times.night,
    `${words.departure}: ${times.departs}, ${facts.stopName}`,
    `${facts.arrival}: ${times.arrives}, ${facts.lastStopName}`,
    `${words.beThere(times.beThere)}. ${cyprusTime}`,
    facts.directions && `${words.pickUp}: ${facts.directions}`,
    `${words.groupLeader}: ${facts.groupLeader}`,
    `${words.passengers}: ${facts.passengers.join(', ')}`,
    wheelchair && `${wheelchair.sentence} ${wheelchair.label}: ${wheelchair.number}`,
    `${words.number}: ${ticket.number}`,
    `${mail.confirmation.showTicket}: ${ticket.ticketUrl}`,
    `${words.cancel}: ${facts.cancel}`,
  ]
  return lines.filter(Boolean).join('\n')
}

function rideBlock(ticket: TicketView): Html {
  const { ticket: words, mail, cyprusTime } = ticketWords(ticket.locale)
  const facts = factsOf(ticket)
  const { times, wheelchair } = facts
  return html`<table
    role="presentation"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    class="ride"
    style="background:#e0f1f4;border-radius:14px;margin:0 0 20px"
  >
    <tr>
      <td class="inner" style="padding:22px 24px">
        <h2 style="margin:0;font-size:18px;line-height:1.3">${times.date}</h2>
        ${times.night && html`<div class="soft" style="${SOFT};font-size:14px">${times.night}</div>`}
        <table
          role="presentation"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          style="margin:12px 0 16px"
        >
          <tr>
            <td valign="top" width="50%">
              ${endOfRide(words.departure, times.departs, ticket.from.shortName, 'left')}
            </td>
            <td valign="top" width="50%" align="right">
              ${endOfRide(facts.arrival, times.arrives, ticket.to.shortName, 'right')}
            </td>
          </tr>
        </table>
        <div
          style="background:#f5923e;color:#2b1500;border-radius:8px;padding:11px 16px;font-size:18px;font-weight:700"
        >
          ${words.beThere(times.beThere)}
        </div>
        <p class="soft" style="${SOFT};margin:6px 0 14px;font-size:14px">${cyprusTime}</p>
        ${labelled(words.pickUp, facts.stopName, facts.directions ? [facts.directions] : [])}
        ${labelled(words.groupLeader, facts.groupLeader, facts.passengers)}
        ${wheelchair && labelled(words.wheelchair(ticket.wheelchairUsers), `${wheelchair.label}: ${wheelchair.number}`, [wheelchair.sentence])}
        ${button(ticket.ticketUrl, mail.confirmation.showTicket)}
        <p class="soft" style="${SOFT};margin:0;font-size:14px">
          ${words.number}: <span style="white-space:nowrap">${ticket.number}</span
          ><br />${words.cancel}: ${facts.cancel}
        </p>
      </td>
    </tr>
  </table>`
}

/** A small word, what it names, and what else there is to say of it. */
function labelled(label: string, value: string, more: readonly string[]): Html {
  return html`<p style="margin:0 0 12px">
    <span class="soft" style="${SOFT};font-size:14px">${label}</span><br /><strong
      ><bdi>${value}</bdi></strong
    >${more.map((line) => html`<br />${line}`)}
  </p>`
}

function endOfRide(label: string, time: string, stop: string, side: 'left' | 'right'): Html {
  const size = side === 'left' ? 'font-size:40px' : 'font-size:28px;padding:9px 0 3px'
  const name = side === 'left' ? 'departs' : 'arrives'
  return html`<span class="soft" style="${SOFT};font-size:14px">${label}</span>
    <div class="${name}" style="${size};line-height:1.2;font-weight:700">${time}</div>
    <div style="font-weight:700">${oneLine(stop)}</div>`
}
