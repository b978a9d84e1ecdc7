export const texts = {
  onThisPage: 'On this page',
  /** Several texts contain these two. */
  howToChange:
    'You can do it yourself at any time: use the link in our email, go to [My bookings](/bookings), or [find your booking](/find-booking) by its reference. You can also call us.',
  howToMove: (from: number, until: number) =>
    `You can reserve the seat yourself, with one tap on your ticket page, from ${from} hours before your bus leaves until ${until} hours after. Or call us.`,
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
