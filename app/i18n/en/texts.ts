export const texts = {
  onThisPage: 'On this page',
  /** These two stand in several texts. Once people can do it on the site, it says so here. */
  howToChange: 'Call us or write to us, and quote your booking reference.',
  howToMove: 'Show your ticket to the driver of that bus.',
  inForceSince: (date: string) => `In force since ${date}. This version is noted with every order.`,
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
