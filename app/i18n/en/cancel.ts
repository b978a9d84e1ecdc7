import { REFUND_SHOWN_DAYS } from '#modules/tickets/ticket.ts'

const { least, most } = REFUND_SHOWN_DAYS

export const cancel = {
  title: 'Cancel',
  intro: 'Nothing is cancelled until you have seen what comes back and said yes.',
  whole: {
    title: 'The whole booking',
    rides: (count: number): string => (count === 1 ? '1 ride' : `${count} rides`),
    submit: 'Cancel the whole booking',
  },
  part: {
    title: 'Only a part of it',
    someTitle: 'Only some passengers',
    keep: 'Keep this ride',
    all: (people: string) => `Cancel it for everybody: ${people}`,
    some: 'Cancel it for some of us',
    who: 'How many of you stay at home?',
    count: (label: string, of: number) => `${label}, of ${of}`,
    wheelchair: (of: number) => `Of these, travelling in a wheelchair, of ${of}`,
    submit: 'See what comes back',
  },
  preview: {
    back: (amount: string) => `${amount} comes back`,
    backLessFee: (amount: string, fee: string) => `${amount} comes back, after the fee of ${fee}`,
    nothing: (hours: number) => `Leaves within ${hours} hours, so nothing comes back`,
    free: 'Nothing was paid, so nothing comes back',
    notRunning: 'The bus does not run: all of the money comes back, without a fee',
  },
  left: 'The bus has left, so this ride can no longer be cancelled.',
  none: 'There is nothing in this booking that could still be cancelled.',

  quote: {
    title: 'Cancel this?',
    leaving: (people: string) => `Stay at home: ${people}`,
    everybody: (people: string) => `For everybody: ${people}`,
    staying: (people: string) => `Still travelling: ${people}`,
    given: 'Price of what you give up',
    fee: 'Cancellation fee, once',
    forfeited: (hours: number) => `Leaves within ${hours} hours, not refunded`,
    refund: 'Comes back to you',
    toCard: (cards: string) =>
      `It goes back to the card you paid with, ${cards}. Most banks show it within ${least} to ${most} working days.`,
    toCards: `It goes back to where it came from. Most banks show it within ${least} to ${most} working days.`,
    nothingTitle: 'Nothing comes back',
    nothing: (hours: number) =>
      `It is less than ${hours} hours until the bus leaves, and then we do not refund. You need not cancel if you cannot come; but if you do, somebody else gets the seats.`,
    nothingPaid: 'Nothing was paid, so nothing comes back.',
    void: 'The tickets stop being valid at once and the seats go back on sale. This cannot be undone.',
    reissued: 'Those who still travel get a new ticket at once; the old one is no longer valid.',
    confirm: (amount: string) => `Cancel and get ${amount} back`,
    confirmNothing: 'Cancel, without money back',
    keep: 'Keep the booking',
    other: 'Cancel something else',
  },
}
