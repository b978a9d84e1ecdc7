import { cancelRule } from '#modules/documents/cancel-rule.ts'
import { delayText } from '#modules/documents/delay-text.ts'
import { rideTimes } from '#modules/documents/ride-times.ts'
import { twoBusesText } from '#modules/documents/two-buses.ts'
import { ticketWords } from '#modules/documents/words/words.ts'
import { PASSENGER_CATEGORIES, type Passengers } from '#modules/fares/passengers.ts'
import { button, type Part, SOFT } from '#modules/mail/layout/letter.ts'
import { labelled } from '#modules/mail/layout/parts.ts'
import type { TicketView } from '#modules/tickets/ticket.ts'
import { dateAndTime, exactClock, momentInSentence } from '#platform/format/moments.ts'
import { html, type Html } from '#platform/html.ts'
import { capitalised, oneLine } from '#platform/text/lines.ts'
import { dateInCyprus } from '#platform/time.ts'

/** A ride with everything needed on the way, and a button to its ticket. */
export function rideWithTicket(ticket: TicketView): Part {
  return rideComing(ticket, null)
}

/**
 * The same for a bus that may be late: then it says when the bus is expected, and not by when to be
 * at the stop.
 */
export function rideAsExpected(ticket: TicketView): Part {
  return rideComing(ticket, delayText(ticket))
}

function rideComing(ticket: TicketView, late: string | null): Part {
  return { html: rideBlock(ticket, late), text: rideText(ticket, late) }
}

/** The short facts about a ride in a letter, whether or not it has a ticket yet. */
export type RideInShort = Pick<
  TicketView,
  'locale' | 'departsAt' | 'passengers' | 'wheelchairUsers'
> & {
  from: { shortName: string; shortNameAccusative: string | null }
  to: { shortName: string; shortNameAccusative: string | null }
}

/** A ride in two lines, for a former ride or one without a ticket below. */
export function rideInShort(ticket: RideInShort, passengers = ticket.passengers): Part {
  const { wheelchairUsers, locale } = ticket
  const wheelchair = ticketWords(locale).ticket.wheelchair(wheelchairUsers)
  const lines = [
    capitalised(rideTitle(ticket), locale),
    whenItLeaves(ticket),
    partyText(ticket, passengers),
    ...(wheelchairUsers > 0 ? [wheelchair] : []),
  ]
  const [title = '', ...more] = lines
  return {
    html: html`<p style="margin:0 0 14px;padding:2px 0 2px 14px;border-left:4px solid #25bdd6">
      <strong>${title}</strong>${more.map((line) => html`<br />${line}`)}
    </p>`,
    text: lines.join('\n'),
  }
}

/** "Nicosia to Larnaca Airport", in the middle of a sentence */
export function rideTitle({
  locale,
  from,
  to,
}: Pick<RideInShort, 'locale' | 'from' | 'to'>): string {
  return oneLine(ticketWords(locale).ride(from, to))
}

/** "Friday 20 November 2026, 08:30" */
export function whenItLeaves({
  locale,
  departsAt,
}: Pick<RideInShort, 'locale' | 'departsAt'>): string {
  return dateAndTime(departsAt, locale)
}

/** A moment in a letter that names the date of this ride: "07:45", and with its date if it is on another. */
export function momentBeside(
  moment: Temporal.Instant,
  { locale, departsAt }: Pick<RideInShort, 'locale' | 'departsAt'>,
): string {
  const isSameDate = dateInCyprus(moment).equals(dateInCyprus(departsAt))
  return isSameDate ? exactClock(moment) : momentInSentence(moment, locale)
}

/** "2 adults, 1 child" */
function partyText({ locale }: Pick<RideInShort, 'locale'>, passengers: Passengers): string {
  const { category } = ticketWords(locale)
  return PASSENGER_CATEGORIES.filter((one) => passengers[one] > 0)
    .map((one) => `${passengers[one]} ${category(one, passengers[one])}`)
    .join(', ')
}

/** The facts of one ride, shared by both forms. */
function factsOf(ticket: TicketView) {
  const { locale, from, to, missed, wheelchairUsers, wheelchairNumber } = ticket
  const { ticket: words, mail, category, categories } = ticketWords(locale)
  const times = rideTimes(ticket)
  const travelling = PASSENGER_CATEGORIES.filter((one) => ticket.passengers[one] > 0)
  return {
    times,
    arrival: [words.arrival, times.arrivesOn].filter(Boolean).join(', '),
    stopName: oneLine(from.name),
    lastStopName: oneLine(to.name),
    directions: from.directions && oneLine(from.directions),
    twoBuses: twoBusesText(ticket),
    groupLeader: oneLine(ticket.groupLeader),
    passengers: travelling.map((one) => {
      const count = ticket.passengers[one]
      return `${count} ${category(one, count)} (${categories[one].which})`
    }),
    wheelchair:
      wheelchairUsers > 0
        ? {
            sentence: mail.confirmation.wheelchair(wheelchairUsers),
            label: words.wheelchairNumber,
            number: wheelchairNumber ?? '',
          }
        : null,
    rule: missed ? words.missedAlready : `${words.cancel}: ${cancelRule(ticket)}`,
  }
}

function rideText(ticket: TicketView, late: string | null): string {
  const { ticket: words, mail, cyprusTime } = ticketWords(ticket.locale)
  const facts = factsOf(ticket)
  const { times, wheelchair } = facts
  const lines = [
    times.date,
    times.night,
    `${words.departure}: ${times.departs}, ${facts.stopName}`,
    `${facts.arrival}: ${times.arrives}, ${facts.lastStopName}`,
    `${late ?? `${words.beThere(times.beThere)}.`} ${cyprusTime}`,
    facts.directions && `${words.pickUp}: ${facts.directions}`,
    ticket.from.mapUrl && `${words.map}: ${ticket.from.mapUrl}`,
    facts.twoBuses,
    `${words.groupLeader}: ${facts.groupLeader}`,
    `${words.passengers}: ${facts.passengers.join(', ')}`,
    wheelchair && `${wheelchair.sentence} ${wheelchair.label}: ${wheelchair.number}`,
    `${words.number}: ${ticket.number}`,
    `${mail.confirmation.showTicket}: ${ticket.ticketUrl}`,
    facts.rule,
  ]
  return lines.filter(Boolean).join('\n')
}

function mapLink({ locale, from }: TicketView): Html | null {
  const { map } = ticketWords(locale).ticket
  return from.mapUrl
    ? html`<p style="margin:-8px 0 14px"><a href="${from.mapUrl}">${map}</a></p>`
    : null
}

function rideBlock(ticket: TicketView, late: string | null): Html {
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
          ${late ?? words.beThere(times.beThere)}
        </div>
        <p class="soft" style="${SOFT};margin:6px 0 14px;font-size:14px">${cyprusTime}</p>
        ${labelled(words.pickUp, facts.stopName, facts.directions ? [facts.directions] : [])}
        ${mapLink(ticket)}
        ${facts.twoBuses && html`<p style="margin:0 0 14px;font-weight:700">${facts.twoBuses}</p>`}
        ${labelled(words.groupLeader, facts.groupLeader, facts.passengers)}
        ${wheelchair && labelled(wheelchair.label, wheelchair.number, [wheelchair.sentence])}
        ${button(ticket.ticketUrl, mail.confirmation.showTicket)}
        <p class="soft" style="${SOFT};margin:0;font-size:14px">
          ${words.number}: <span style="white-space:nowrap">${ticket.number}</span
          ><br />${facts.rule}
        </p>
      </td>
    </tr>
  </table>`
}

function endOfRide(label: string, time: string, stop: string, side: 'left' | 'right'): Html {
  const size = side === 'left' ? 'font-size:40px' : 'font-size:28px;padding:9px 0 3px'
  const name = side === 'left' ? 'departs' : 'arrives'
  return html`<span class="soft" style="${SOFT};font-size:14px">${label}</span>
    <div class="${name}" style="${size};line-height:1.2;font-weight:700">${time}</div>
    <div style="font-weight:700">${oneLine(stop)}</div>`
}
