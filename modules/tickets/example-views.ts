import { mapAddress } from '#modules/timetable/map-address.ts'
import type { Locale } from '#platform/locale.ts'
import { cents } from '#platform/money.ts'

import type { ChangeNews, OrderNews } from './news.ts'
import {
  beThereAt,
  cancelUntil,
  REFUND_TERMS,
  type ReceiptView,
  type TicketStop,
  type TicketView,
} from './ticket.ts'

/* For tests: a family from Nicosia to Larnaca airport, in either language. */

const NICOSIA_ON_MAP = mapAddress({ latitude: 35.1705, longitude: 33.359 })
const AIRPORT_ON_MAP = mapAddress({ latitude: 34.8706, longitude: 33.6065 })

const STOPS: Record<Locale, { nicosia: TicketStop; airport: TicketStop }> = {
  en: {
    nicosia: {
      stopId: 'NIC',
      name: 'Nicosia – Solomos Square',
      shortName: 'Nicosia',
      shortNameAccusative: null,
      directions: 'Bay 4, on the side of the square that faces the old walls.',
      mapUrl: NICOSIA_ON_MAP,
    },
    airport: {
      stopId: 'LCA',
      name: 'Larnaca International Airport',
      shortName: 'Larnaca Airport',
      shortNameAccusative: null,
      directions: 'Out of arrivals, turn left, and past the taxis to bay 2.',
      mapUrl: AIRPORT_ON_MAP,
    },
  },
  el: {
    nicosia: {
      stopId: 'NIC',
      name: 'Λευκωσία – Πλατεία Σολωμού',
      shortName: 'Λευκωσία',
      shortNameAccusative: 'Λευκωσία',
      directions: 'Θέση 4, στην πλευρά της πλατείας που βλέπει στα παλιά τείχη.',
      mapUrl: NICOSIA_ON_MAP,
    },
    airport: {
      stopId: 'LCA',
      name: 'Διεθνής Αερολιμένας Λάρνακας',
      shortName: 'Αεροδρόμιο Λάρνακας',
      shortNameAccusative: 'Αεροδρόμιο Λάρνακας',
      directions: 'Βγαίνοντας από τις αφίξεις, στρίψτε αριστερά, μετά τα ταξί, στη θέση 2.',
      mapUrl: AIRPORT_ON_MAP,
    },
  },
}

export function exampleTicket(changes: Partial<TicketView> = {}): TicketView {
  const locale = changes.locale ?? 'en'
  const departsAt = changes.departsAt ?? Temporal.Instant.from('2026-11-20T06:30:00Z')
  return {
    ticketId: '0123456789abcdefghjkmnpqrs',
    number: '7KQ2M9XA-1',
    code: 'zyxwvtsrqpnmkjhgfedcba9876',
    reference: '7KQ2M9XA',
    locale,
    groupLeader: locale === 'el' ? 'Χαράλαμπος Ιωάννου' : 'Ada Lovelace',
    passengers: { adult: 2, child: 1, student: 0, infant: 1 },
    wheelchairUsers: 0,
    wheelchairNumber: null,
    priceLines: [
      { category: 'adult', count: 2, fareCents: cents(900), totalCents: cents(1800) },
      { category: 'child', count: 1, fareCents: cents(450), totalCents: cents(450) },
      { category: 'infant', count: 1, fareCents: cents(0), totalCents: cents(0) },
    ],
    totalCents: cents(2250),
    vatPercent: 9,
    from: STOPS[locale].nicosia,
    to: STOPS[locale].airport,
    departsAt,
    arrivesAt: departsAt.add({ minutes: 40 }),
    beThereAt: beThereAt(departsAt),
    cancelUntil: cancelUntil(departsAt, REFUND_TERMS),
    refundTerms: REFUND_TERMS,
    missed: false,
    issuedAt: Temporal.Instant.from('2026-11-10T10:00:00Z'),
    shownAt: Temporal.Instant.from('2026-11-10T10:00:00Z'),
    ticketUrl: 'https://halcyon.example/tickets/0123456789abcdefghjkmnpqrs',
    demonstration: true,
    ...changes,
  }
}

export function exampleReceipt(changes: Partial<ReceiptView> = {}): ReceiptView {
  const locale = changes.locale ?? 'en'
  const { nicosia, airport } = STOPS[locale]
  const ride = {
    from: nicosia.shortName,
    to: airport.shortName,
    departsAt: Temporal.Instant.from('2026-11-20T06:30:00Z'),
    vatPercent: 9,
  }
  return {
    series: 'receipt',
    number: 42,
    correctsNumber: null,
    issuedAt: Temporal.Instant.from('2026-11-10T10:00:00Z'),
    locale,
    reference: '7KQ2M9XA',
    customer: locale === 'el' ? 'Χαράλαμπος Ιωάννου' : 'Ada Lovelace',
    lines: [
      { ...ride, ...line('adult', 2, 900), vatCents: cents(149) },
      { ...ride, ...line('child', 1, 450), vatCents: cents(37) },
      { ...ride, ...line('infant', 1, 0), vatCents: cents(0) },
    ],
    fee: null,
    totalCents: cents(2250),
    setOff: null,
    cards: [{ brand: 'Visa', last4: '4242' }],
    demonstration: true,
    ...changes,
  }
}

export function exampleOrder(locale: Locale = 'en'): OrderNews {
  return {
    locale,
    reference: '7KQ2M9XA',
    manageUrl: 'https://halcyon.example/bookings/3456789abcdefghjkmnpqrstvw',
    demonstration: true,
  }
}

/** The family of `exampleTicket` goes three hours later, under a new ticket, and pays nothing for it. */
export function exampleChange(changes: Partial<ChangeNews> = {}): ChangeNews {
  const { locale = 'en' } = changes
  const before = exampleTicket({ locale })
  const doneAt = Temporal.Instant.from('2026-11-12T09:00:00Z')
  const after = exampleTicket({
    locale,
    ticketId: 'abcdefghjkmnpqrstvwxyz0123',
    number: '7KQ2M9XA-1-2',
    departsAt: before.departsAt.add({ hours: 3 }),
    issuedAt: doneAt,
    ticketUrl: 'https://halcyon.example/tickets/abcdefghjkmnpqrstvwxyz0123',
  })
  const nothing = cents(0)
  return {
    ...exampleOrder(locale),
    kind: 'amended',
    doneAt,
    rides: [{ before, after, companyCancelled: false }],
    tickets: [after],
    money: { surcharge: nothing, refund: nothing, fee: nothing, forfeited: nothing },
    returns: [],
    papers: [],
    ...changes,
  }
}

/** The whole of it given up in time: one euro is kept. */
export function exampleNote(locale: Locale = 'en'): ReceiptView {
  return exampleReceipt({
    locale,
    series: 'credit-note',
    number: 7,
    correctsNumber: 42,
    fee: { totalCents: cents(100), vatCents: cents(8) },
    totalCents: cents(2150),
  })
}

export const LONGEST_NAME = 'Ştefănescu-Παπαδοπούλου Ђорђевић '.repeat(4).slice(0, 100)

function line(category: 'adult' | 'child' | 'infant', count: number, fare: number) {
  return { category, count, fareCents: cents(fare), totalCents: cents(count * fare) }
}
