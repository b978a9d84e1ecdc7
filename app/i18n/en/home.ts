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
  via: (stops: readonly StopOnTheWay[]) =>
    `via ${stops.map(({ shortName }) => shortName).join(', ')}`,
  noDepartures: (hours: number) => `No buses in the next ${hours} hours.`,
  routes: 'Where we go',
  routesIntro: (age: number) =>
    `One price per seat, whatever the hour. Infants under ${age} ride free on a lap.`,
  fareFrom: (fare: string) => `from ${fare}`,
  allTimetables: 'All timetables',
  services: 'More ways to travel with us',
  questions: 'What people ask first',
  allQuestions: 'All questions and answers',
  howItWorks: 'How it works',
  steps: (minutes: number, minutesBefore: number) => [
    {
      title: 'Choose a bus',
      text: 'See the times, the price for your party and whether seats are left.',
    },
    {
      title: 'Pay by card',
      text: `We keep your seats for ${minutes} minutes while you do.`,
    },
    {
      title: 'Show your ticket',
      text: `On your phone or on paper. Be at the stop ${minutesBefore} minutes before.`,
    },
  ],
  facts: (year: number, hours: number, fee: string, kilograms: number) => [
    `On the road since ${year}`,
    `Cancel up to ${hours} hours before and get all but ${fee} back`,
    `${kilograms} kg of luggage each`,
  ],
}
