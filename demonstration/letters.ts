import type { Locale } from '#platform/locale.ts'

import type { Story } from './story.ts'
import { momentOf, visitorOf } from './times.ts'

type Written = { day: number; locale: Locale; fields: Record<string, string> }

/* The letters to the company, and its answers. One complaint is due, for it waits since the first day. */

const LATE_BUS: Written = {
  day: 0,
  locale: 'en',
  fields: {
    'first-name': 'Margaret',
    'last-name': 'Hughes',
    email: 'margaret.hughes@example.com',
    topic: 'complaint',
    message:
      'Our bus from Larnaca Airport left forty minutes late and nobody at the stop could tell us why. With two small children this was a long night. I would like an explanation.',
  },
}
const PASSED_BY: Written = {
  day: 20,
  locale: 'el',
  fields: {
    'first-name': 'Σταύρος',
    'last-name': 'Ιωάννου',
    email: 'stavros.ioannou@example.com',
    topic: 'complaint',
    message:
      'Ο οδηγός δεν σταμάτησε στη στάση της Δερύνειας και αναγκαστήκαμε να πάρουμε ταξί. Θα ήθελα μια εξήγηση και να μου επιστραφούν τα χρήματα.',
  },
}
const CHILD_SEAT: Written = {
  day: 23,
  locale: 'en',
  fields: {
    'first-name': 'Ingrid',
    'last-name': 'Lindqvist',
    email: 'ingrid.lindqvist@example.org',
    topic: 'question',
    message: 'We travel with a child of three. May we bring our own child seat onto the bus?',
  },
}
const RUCKSACK: Written = {
  day: 26,
  locale: 'en',
  fields: {
    'first-name': 'Oliver',
    'last-name': 'Brandt',
    email: 'oliver.brandt@example.com',
    topic: 'lost-property',
    message:
      'I left a blue rucksack on the 13:30 bus to Nicosia yesterday. Has anybody handed it in?',
  },
}
const BICYCLE: Written = {
  day: 27,
  locale: 'el',
  fields: {
    'first-name': 'Μαρία',
    'last-name': 'Χαραλάμπους',
    email: 'maria.charalambous@example.com',
    topic: 'question',
    message: 'Μπορώ να πάρω μαζί μου ποδήλατο σε θήκη από τη Λευκωσία στο Αεροδρόμιο Λάρνακας;',
  },
}

const visitor = ({ day, locale }: Written) => visitorOf(`letter ${day} ${locale}`)

/** The post of four weeks, from its first day on. */
export function planLetters(first: Temporal.PlainDate): Story[] {
  const when = (day: number, hour: number, minute: number) =>
    momentOf(first.add({ days: day }), hour, minute, 0)
  const letters = [LATE_BUS, PASSED_BY, CHILD_SEAT, RUCKSACK, BICYCLE].map((one): Story => {
    const { day, locale, fields } = one
    return {
      at: when(day, 9 + (day % 8), 12),
      kind: 'write',
      visitor: visitor(one),
      locale,
      fields,
    }
  })
  return [
    ...letters,
    {
      at: when(21, 10, 40),
      kind: 'take',
      visitor: visitor(PASSED_BY),
      note: 'Ρώτησα τον οδηγό: η στάση ήταν κλειστή λόγω έργων. Περιμένω το δελτίο του πριν απαντήσω.',
    },
    {
      at: when(24, 9, 5),
      kind: 'answer',
      visitor: visitor(CHILD_SEAT),
      text: 'Yes, gladly. Every seat has a three-point belt, so your child seat can be fastened. Please be at the stop ten minutes early, and the driver will help you.',
      settles: true,
    },
    {
      at: when(27, 9, 20),
      kind: 'answer',
      visitor: visitor(RUCKSACK),
      text: 'A blue rucksack was found on that bus. Could you tell us what is in it, so that we know it is yours?',
      settles: false,
    },
    {
      at: when(27, 18, 35),
      kind: 'reply',
      visitor: visitor(RUCKSACK),
      text: 'Thank you! A grey jumper, a paperback in German and a pair of sunglasses in a red case.',
    },
  ]
}
