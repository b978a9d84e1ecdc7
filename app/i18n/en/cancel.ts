import { REFUND_SHOWN_DAYS } from '#modules/rules/rules.ts'

const { min, max } = REFUND_SHOWN_DAYS

export const cancel = {
  title: 'Cancel',
  intro: 'Nothing is cancelled until you have seen your refund and confirmed.',
  whole: {
    title: 'The whole booking',
    rides: (count: number): string => (count === 1 ? '1 journey' : `${count} journeys`),
    submit: 'Cancel the whole booking',
  },
  part: {
    title: 'Part of the booking',
    someTitle: 'Only some passengers',
    keep: 'Keep this journey',
    all: (people: string) => `Cancel for everybody: ${people}`,
    some: 'Cancel for some passengers',
    who: 'How many people are no longer travelling?',
    count: (label: string, of: number) => `${label}: how many of ${of}`,
    wheelchair: (of: number) => `Of these, wheelchair users (up to ${of})`,
    submit: 'See your refund',
  },
  preview: {
    back: (amount: string) => `You get ${amount} back`,
    backLessFee: (amount: string, fee: string) => `You get ${amount} back, after the ${fee} fee`,
    nothing: (hours: number) => `Less than ${hours} hours to departure: no refund`,
    free: 'You paid nothing, so there is nothing to refund',
    notRunning: (title: string) => `${title}: full refund, no fee`,
  },
  left: 'The bus has left, so this journey can no longer be cancelled.',
  none: 'There is nothing left to cancel in this booking.',

  quote: {
    title: 'Cancel this?',
    leaving: (people: string) => `No longer travelling: ${people}`,
    everybody: (people: string) => `For everybody: ${people}`,
    staying: (people: string) => `Still travelling: ${people}`,
    given: 'Value of the cancelled tickets',
    fee: 'Cancellation fee',
    takenBack: 'Already refunded',
    forfeited: (hours: number) => `Less than ${hours} hours to departure, not refunded`,
    refund: 'Your refund',
    toCard: (cards: string) =>
      `We will refund it to the card you paid with, ${cards}. Most banks show it within ${min} to ${max} working days.`,
    toPayer: `We will refund it the way you paid: to your card, where most banks show it within ${min} to ${max} working days, or in person if you paid our staff.`,
    nothingTitle: 'No refund',
    nothing: (hours: number) =>
      `The bus leaves in less than ${hours} hours, so we cannot refund you. You do not have to cancel, but if you do, somebody else can have the seats.`,
    nothingPaid: 'You paid nothing, so there is nothing to refund.',
    void: 'The tickets stop being valid straight away and the seats go back on sale. This cannot be undone.',
    reissued:
      'Anyone still travelling gets a new ticket straight away; the old one is no longer valid.',
    confirm: (amount: string) => `Cancel and get ${amount} back`,
    confirmNothing: 'Cancel without a refund',
    keep: 'Keep the booking',
    other: 'Cancel something else',
  },
}
