import { REFUND_SHOWN_DAYS } from '#modules/tickets/ticket.ts'
import { operator } from '#operator'

const { least, most } = REFUND_SHOWN_DAYS

export const change = {
  title: 'Change the ride',
  titleCorrect: 'Correct the date',
  titleCompany: 'Choose another bus',
  now: 'Your ride now',
  intro:
    'Choose another bus. Your seats stay yours until the change is done, and a change between the same stops for the same people never costs more.',
  introCorrect: (until: string) =>
    `You bought this ride less than an hour ago, so until ${until} you can move it to the right date or time, free and once. Stops and passengers stay as they are.`,
  introCompany:
    'We are sorry that your bus does not run. Any other one between the same stops is yours without paying more.',
  closed: {
    cancelled: 'This ride was cancelled, so there is nothing to change any more.',
    departed: 'The bus has left, so this ride can no longer be changed.',
    tooLate: (until: string, hours: number) =>
      `A ride can be changed until ${hours} hours before it leaves. For this one that was until ${until}.`,
    call: 'If something keeps you from travelling, call us: we will tell you honestly what we can do.',
  },
  search: {
    date: 'Date',
    submit: 'Show departures',
    more: 'Other stops or more passengers',
    fewer: 'Fewer passengers than now?',
    fewerLink: 'Cancel their places instead',
  },
  sameBus: 'Stay on this bus',
  sameBusLabel: (date: string, time: string) => `Stay on the bus on ${date} at ${time}`,

  quote: {
    title: 'Change to this?',
    titleWheelchair: 'Keep a wheelchair place?',
    newRide: 'Your new ride',
    wheelchair: (users: number): string =>
      users === 1 ? 'With a wheelchair place' : `With ${users} wheelchair places`,
    paid: 'You have paid',
    price: 'The new ride costs',
    toPay: 'To pay now',
    back: 'Comes back to you',
    free: 'The change costs nothing.',
    backTo: (cards: string) =>
      `Without a fee, to the card you paid with, ${cards}. Most banks show it within ${least} to ${most} working days.`,
    backToAny: `Without a fee, the way it came. Most banks show it within ${least} to ${most} working days.`,
    payFirst: (minutes: number) =>
      `Your present ride stays yours until the payment is there. The new seats are kept for you for ${minutes} minutes while you pay; if you do not, nothing changes.`,
    noNotice: (hours: number) =>
      `It leaves within ${hours} hours or keeps the deadline of the ride it replaces: it can then no longer be changed, and nothing comes back if you cancel.`,
    reissued: 'You get a new ticket at once; the old one is no longer valid.',
    confirm: 'Change the ride, free of charge',
    confirmBack: (amount: string) => `Change the ride and get ${amount} back`,
    confirmPay: (amount: string) => `Change with obligation to pay – ${amount}`,
    confirmWheelchair: 'Keep the wheelchair place, free of charge',
    other: 'Choose something else',
  },
  callForMore: `Something else? Call us on ${operator.phone}.`,
  refund: (amount: string) => `Rather have ${amount} back`,
}
