export const texts = {
  onThisPage: 'On this page',
  /** These two stand in several texts. */
  howToChange:
    'You do it yourself, at any hour, from the link in our e-mail about your order, under [My bookings](/bookings), or after [finding your booking](/find-booking) by its reference. You can also call us.',
  howToMove: (from: number, until: number) =>
    `You reserve the seat yourself, with one tap on the page of your ticket, from ${from} hours before your bus leaves until ${until} hours after; or call us.`,
  inForceSince: (date: string) => `In force since ${date}. This version is noted with every order.`,
  seeTimetables: 'Each [timetable](/timetables) lists its stops, times and fares.',
  ride: 'Ride',
  route: 'Route',
  travelTime: 'Travel time',
  allQuestions: 'All questions and answers',
  notAnswered: 'Is your question not here?',
  askUs: 'Ask us',
  askForOffer: 'Ask for an offer',
  otherServices: 'Our other services',
  services: 'Services',
}
