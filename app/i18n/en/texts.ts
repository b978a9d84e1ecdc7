export const texts = {
  onThisPage: 'On this page',
  /** Several texts contain these two. */
  howToChange:
    'You can do it yourself at any time: use the link in our email, go to [My bookings](/bookings), or [find your booking](/find-booking) by its reference. You can also call us.',
  howToMove: (from: number, until: number) =>
    `You can reserve the seat yourself, with one tap on your ticket page, from ${from} hours before your bus leaves until ${until} hours after. Or call us.`,
  /** By `operator.sellsOnBoard`; the same in the terms. */
  payTheDriver: (sellsOnBoard: boolean, closes: number) =>
    sellsOnBoard
      ? `Only in cash, and only for seats that are still free at the door. To be sure of a seat, [book online](/book-now) until ${closes} minutes before departure.`
      : `No. Drivers take neither cash nor cards, and do not sell any seats that are left. You can [book on your phone](/book-now) until ${closes} minutes before departure.`,
  payTheDriverTerms: (sellsOnBoard: boolean): string =>
    sellsOnBoard
      ? 'On the bus you can pay only in cash, for seats that are still free at the door.'
      : 'Nothing is paid on the bus.',
  inForceSince: (date: string) =>
    `In force since ${date}. We record which version you accepted with each booking.`,
  seeTimetables: 'Each [timetable](/timetables) lists its stops, times and fares.',
  ride: 'Journey',
  route: 'Route',
  travelTime: 'Travel time',
  allQuestions: 'All questions and answers',
  notAnswered: 'Still have a question?',
  askUs: 'Ask us',
  askForOffer: 'Request a quote',
  otherServices: 'Our other services',
  services: 'Services',
}
