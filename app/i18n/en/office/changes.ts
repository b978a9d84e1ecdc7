import type { ActRefusalSentences } from '#app/i18n/office-refusals.ts'
import type { OverruleCode } from '#modules/orders/order/overrule.ts'
import { momentInSentence } from '#platform/format/moments.ts'
import { formatEuros } from '#platform/money.ts'

const codes: Record<OverruleCode, string> = {
  CONNECTION_BROKEN: 'Missed connection',
  DEATH: 'Death in the family',
  EQUIPMENT_FAILURE: 'Breakdown of the bus',
  INABILITY_TO_TRAVEL: 'Illness or accident',
  PAYMENT_FAILURE: 'Payment went wrong',
  PRM_SUPPORT_UNAVAILABLE: 'Assistance was not available',
  SALES_STAFF_ERROR: 'Our mistake when selling',
  STOP_NOT_SERVED: 'Stop was not served',
  STRIKE: 'Strike',
  TECHNICAL_FAILURE: 'Technical failure',
  TICKET_NOT_USED: 'Ticket was not used',
}

const refusals: ActRefusalSentences = {
  'changed-meanwhile': ({ who, at }) =>
    `${who ?? 'The traveller or the system'} changed this booking ${at}. Nothing was done: check what is shown now.`,
  'reason-too-short': ({ least }) => `Enter a reason with at least ${least} letters.`,
  'over-limit': ({ most, given }) =>
    given > 0
      ? `Your limit is ${formatEuros(most, 'en')} on one booking, and you have already given ${formatEuros(given, 'en')} on this one.`
      : `Your limit is ${formatEuros(most, 'en')} on one booking. Ask a colleague with a higher limit.`,
  'outside-price': ({ least, most }) =>
    most === 0
      ? 'Everything that was paid has already been refunded.'
      : `Enter an amount from ${formatEuros(least, 'en')} to ${formatEuros(most, 'en')}.`,
  'no-code': () => 'Choose a reason from the list.',
  'no-sum': () => 'Enter the amount in euros, such as 18.00.',
  'hold-expired': () =>
    'There is no hold to extend: the booking is paid for, or its seats are on sale again.',
  'extended-already': () => 'This hold has already been extended.',
  'closes-before': () => 'The hold already lasts as long as seats on this bus can be paid for.',
  'no-such-booking': () => 'This journey is no longer part of the booking.',
  'not-running': () => 'We have cancelled this bus.',
  'being-paid': () => 'Another change to this booking is being paid for right now.',
  departed: () => 'The bus has already left. A price reduction is still possible.',
  'nothing-chosen': () => 'Choose what should change.',
  'notice-too-short': ({ until }) =>
    `Under the rules this journey could be changed until ${momentInSentence(until, 'en')}.`,
  'same-ride': () => 'This is the journey they already have.',
  'fewer-passengers': () => 'To travel with fewer passengers, cancel their seats instead.',
  'provider-unavailable': () =>
    'The bank is not responding, so there is no payment link. Nothing was charged or changed; please try again in a moment.',
  'quote-changed': () =>
    'The amounts have changed since you last looked. Nothing was done: check the new ones.',
  'too-early-to-miss': ({ from }) =>
    `The bus counts as missed from ${momentInSentence(from, 'en')}.`,
  'too-late-to-miss': ({ until }) =>
    `Under the rules they could move to a later bus until ${momentInSentence(until, 'en')}.`,
  'missed-already': () =>
    'Under the rules they can move to a later bus once, and they already have.',
  'counted-aboard': ({ aboard, people }) =>
    `${aboard} of ${people} passengers have been counted aboard. If that is wrong, correct the passenger list.`,
  'no-later-bus': () => 'There is no later bus with room in the next seven days.',
}

export const changes = {
  title: 'Change a booking',
  back: (reference: string) => `Booking ${reference}`,
  problems: 'Nothing was done',
  now: 'Now',
  afterwards: 'After the change',
  noLimit: 'You have no limit.',
  limit: (amount: string) => `Your limit for exceptions is ${amount} per booking.`,
  /** The kind of reason, and a sentence. */
  overrule: {
    title: 'Against the rules',
    code: 'Kind of reason',
    choose: 'Choose a reason',
    codes,
    reason: 'What happened',
    reasonHint: (letters: number) =>
      `At least ${letters} letters. Colleagues read this in the booking’s history.`,
  },
  cancel: {
    title: 'Cancel',
    choose: 'What to cancel',
    keep: 'Keep',
    all: (party: string) => `Cancel for everybody (${party})`,
    some: 'Cancel for some passengers',
    show: 'Check the refund',
    none: 'Nothing in this booking can be cancelled. A price reduction is still possible.',
    refund: 'Refund under the rules',
    until: (moment: string, fee: string) => `Refundable until ${moment}, less a fee of ${fee}.`,
    late: (moment: string, ago: string) => `Refundable until ${moment}. That was ${ago} ago.`,
    ours: 'We cancelled this bus: the whole fare is refunded.',
    value: 'Value of the cancelled seats',
    fee: 'Cancellation fee',
    forfeited: 'Not refunded, as it is too late',
    takenBack: 'Already refunded',
    total: 'Refund',
    everybody: (party: string) => `Cancelled: ${party}`,
    staying: (party: string) => `Still travelling: ${party}`,
    submit: (amount: string) => `Cancel and refund ${amount}`,
    submitNothing: 'Cancel without a refund',
    give: 'Amount to refund instead',
    giveHint: (least: string, most: string) => `From ${least} to ${most}, in euros.`,
    setSum: 'Use this amount',
    overrule: (amount: string) => `Cancel and refund ${amount} against the rules`,
  },
  change: {
    title: 'Change a journey',
    search: 'Look for another departure',
    from: 'From',
    to: 'To',
    date: 'Date',
    wheelchairs: 'Wheelchair spaces',
    find: 'Show departures',
    departures: (date: string) => `Departures on ${date}`,
    time: 'Time',
    seats: 'Seats left',
    spaces: 'Wheelchair spaces left',
    price: 'Price',
    choose: (time: string) => `Choose ${time}`,
    thisBus: 'This bus',
    none: 'No departures between these stops on this day.',
    rule: (moment: string) => `Under the rules this journey can be changed until ${moment}.`,
    ruleOver: (moment: string, ago: string) =>
      `Under the rules this journey could be changed until ${moment}. That was ${ago} ago.`,
    wheelchair: (count: number) =>
      count === 1 ? '1 wheelchair space' : `${count} wheelchair spaces`,
    paid: 'Paid',
    newPrice: 'New price',
    surcharge: 'Surcharge',
    waived: 'Surcharge waived',
    refund: 'Refund',
    free: 'The price does not change.',
    byMail: (email: string) =>
      `A link to pay the surcharge is sent to ${email}. The change takes effect once it is paid; the email says how long the seats are held.`,
    waive: 'Do not ask for the surcharge',
    askAgain: 'Ask for the surcharge after all',
    submit: 'Change the journey',
    submitSurcharge: (amount: string) => `Send the link to pay ${amount}`,
    submitRefund: (amount: string) => `Change and refund ${amount}`,
    overrule: 'Change against the rules',
    overruleSurcharge: (amount: string) => `Send the link to pay ${amount}, against the rules`,
    overruleRefund: (amount: string) => `Change and refund ${amount} against the rules`,
    overruleWaived: (amount: string) => `Change without the surcharge of ${amount}`,
    other: 'Choose another departure',
    next: 'Missed the bus',
    nextBus: (when: string) => `The next bus with room leaves ${when}.`,
    nextFree: 'Moving is free, and the rules allow it once.',
    takeNext: 'Move to this bus',
    takeNextAgain: 'Move to this bus against the rules',
  },
  refund: {
    title: 'Price reduction',
    intro:
      'Refunds part of the price without cancelling anything. The journeys and tickets stay as they are, and the traveller gets a credit note by email.',
    forEnquiry: (reference: string) => `Enquiry ${reference}`,
    paid: 'Paid and not yet refunded',
    sum: 'Amount to refund',
    sumHint: (most: string) => `Up to ${most}, in euros.`,
    check: 'Check',
    nothing: 'Everything that was paid has already been refunded.',
    rule: 'Under the rules nothing is refunded for a journey that is not cancelled.',
    give: 'Refund',
    left: 'Still paid afterwards',
    submit: (amount: string) => `Refund ${amount}`,
  },
  reissue: {
    title: 'Lost or leaked ticket',
    intro: 'The old link and code stop working, and the new ticket is sent by email.',
    submit: (number: string) => `Replace ticket ${number}`,
  },
  extend: {
    intro: (minutes: number) =>
      `You can extend the hold once, by up to ${minutes} minutes, while the seats can still be paid for.`,
    submit: (minutes: number) => `Hold ${minutes} minutes longer`,
  },
  refusals,
}
