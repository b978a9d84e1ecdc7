import type { Place } from '#modules/timetable/find-stops.ts'

type StopOnTheWay = Pick<Place, 'shortName' | 'genitive'>

export const home = {
  title: 'Airport buses in Cyprus',
  description:
    'Buses between Nicosia, Larnaca and Paphos airports and the Famagusta area. Book online.',
  heading: 'The easiest way to and from Cyprus airports',
  nextDepartures: 'Next departures',
  nextDeparturesFrom: (place: string) => `From ${place}`,
  todayIs: (date: string, time: string) => `${date}, ${time} Cyprus time`,
  tomorrow: 'Tomorrow',
  bookingClosed: 'Booking closed',
  passesBy: 'Does not stop here',
  stopClosed: (stop: string) => `Does not stop at ${stop}`,
  stopMoved: (stop: string, place: string) => `Instead of ${stop} it stops here: ${place}`,
  late: (minutes: number, time: string) =>
    `${Math.abs(minutes)} min ${minutes > 0 ? 'late' : 'early'}: ${time}`,
  via: (stops: readonly StopOnTheWay[]) =>
    `via ${stops.map(({ shortName }) => shortName).join(', ')}`,
  noDepartures: (hours: number) => `No buses in the next ${hours} hours.`,
  routes: 'Where we go',
  routesIntro: (age: number) =>
    `The same fare at any time of day. Infants under ${age} travel free on your lap.`,
  fareFrom: (fare: string) => `from ${fare}`,
  allTimetables: 'All timetables',
  services: 'More ways to travel with us',
  questions: 'Common questions',
  allQuestions: 'All questions and answers',
  howItWorks: 'How it works',
  steps: (minutes: number, minutesBefore: number) => [
    {
      title: 'Choose a bus',
      text: 'See the times, the total price and whether seats are left.',
    },
    {
      title: 'Pay by card',
      text: `We hold your seats for ${minutes} minutes while you pay.`,
    },
    {
      title: 'Show your ticket',
      text: `On your phone or on paper. Be at the stop ${minutesBefore} minutes before departure.`,
    },
  ],
  facts: (year: number, hours: number, fee: string, kilograms: number) => [
    `On the road since ${year}`,
    `Free changes, or cancel for ${fee}, up to ${hours} hours before departure`,
    `${kilograms} kg of luggage per person`,
  ],
}
