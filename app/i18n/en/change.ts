import { REFUND_SHOWN_DAYS } from '#modules/rules/rules.ts'

const { min, max } = REFUND_SHOWN_DAYS

export const change = {
  title: 'Change the journey',
  titleCorrect: 'Correct the date',
  titleCompany: 'Choose another bus',
  now: 'Your current journey',
  intro:
    'Choose another bus. You keep your seats until the change is made, and a change between the same stops for the same people never costs more.',
  introCorrect: (until: string) =>
    `You booked this journey less than an hour ago, so until ${until} you can move it once, free of charge, to the right date or time. Stops and passengers stay the same.`,
  introCompany: (title: string) =>
    `${title}. We are sorry. You can take any other bus between the same stops at no extra cost.`,
  closed: {
    cancelled: 'This journey has been cancelled, so there is nothing left to change.',
    departed: 'The bus has left, so this journey can no longer be changed.',
    tooLate: (until: string, hours: number) =>
      `A journey can be changed until ${hours} hours before departure. For this one the deadline was ${until}.`,
    call: 'If something keeps you from travelling, call us and we will tell you what we can do.',
  },
  search: {
    date: 'Date',
    submit: 'Show departures',
    more: 'Other stops or more passengers',
    fewer: 'Fewer passengers than now?',
    fewerLink: 'Cancel their seats instead',
  },
  sameBus: 'Stay on this bus',
  sameBusLabel: (date: string, time: string) => `Stay on the bus on ${date} at ${time}`,

  quote: {
    title: 'Make this change?',
    titleWheelchair: 'Reserve a wheelchair space?',
    newRide: 'Your new journey',
    wheelchair: (users: number): string =>
      users === 1 ? 'With a wheelchair space' : `With ${users} wheelchair spaces`,
    paid: 'You have paid',
    price: 'The new journey costs',
    toPay: 'To pay now',
    back: 'Your refund',
    free: 'The change is free of charge.',
    backTo: (cards: string) =>
      `We will refund it to the card you paid with, ${cards}, with no fee. Most banks show it within ${min} to ${max} working days.`,
    backToPayer: `We will refund it with no fee, the way you paid: to your card, where most banks show it within ${min} to ${max} working days, or in person if you paid our staff.`,
    payFirst: (minutes: number) =>
      `You keep your current booking until the payment goes through. We hold the new seats for ${minutes} minutes while you pay; if you do not pay, nothing changes.`,
    noNotice: 'Once you confirm, this journey can no longer be changed or refunded.',
    reissued: 'You get a new ticket straight away; the old one is no longer valid.',
    confirm: 'Change the journey, free of charge',
    confirmBack: (amount: string) => `Change the journey and get ${amount} back`,
    confirmPay: (amount: string) => `Pay now and change – ${amount}`,
    confirmWheelchair: 'Reserve the wheelchair space, free of charge',
    other: 'Choose something else',
  },
  refund: (amount: string) => `Refund ${amount} instead`,
}
