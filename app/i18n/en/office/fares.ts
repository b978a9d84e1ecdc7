const noun = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

type Effects = { departures: number; carts: number; bookings: number }

export const fares = {
  title: 'Fares',
  intro:
    'Fares depend on the day of boarding. New fares start as a draft; nothing changes until it is published, and bookings already made keep their fare.',
  day: 'Day of boarding',
  show: 'Show',
  later: 'Fares change on',
  caption: (day: string) => `Fares for boarding on ${day}`,
  pair: 'Journey',
  both: (from: string, to: string) => `${from} – ${to}, both ways`,
  oneWay: (from: string, to: string) => `${from} to ${to}`,
  empty: 'The timetable has no journeys.',
  notSold: 'not sold',
  change: (before: string, after: string) => `${before} to ${after}`,
  madeBy: (name: string, when: string) => `${name}, ${when}`,
  begin: {
    title: 'Change fares',
    day: 'First day of boarding',
    hint: 'Today or later. The new fares apply until others begin.',
    send: 'Start a draft',
  },
  titles: {
    from: (day: string) => `Fares from ${day}`,
    back: 'Earlier fares restored',
    feed: 'Fares from a timetable',
  },
  drafts: { caption: 'Drafts', name: 'Draft', made: 'Made', empty: 'Nobody is preparing fares.' },
  editions: {
    caption: 'Published fares',
    what: 'Fares',
    made: 'Published',
    act: 'Action',
    inForce: 'In force',
    restore: 'Back to these',
    empty: 'No fares have been published.',
  },
  from: 'Board from',
  hole: (pair: string, category: string, day: string) =>
    `${pair}: no ${category} fare from ${day}, so nobody can book this journey.`,
  draft: {
    preview: 'Preview',
    nothing: 'This draft changes nothing yet.',
    changes: 'What changes',
    effects: ({ departures, carts, bookings }: Effects) =>
      `The new fares apply to ${noun(departures, 'departure', 'departures')}. ${noun(carts, 'booking in a cart keeps its fare', 'bookings in carts keep their fares')}, and ${noun(bookings, 'paid booking stays as it is', 'paid bookings stay as they are')}.`,
    publish: 'Publish',
    grid: 'Fares of this draft',
    gridHint: 'In euros. Leave a field empty to stop selling the journey.',
    save: 'Save and preview',
    discard: 'Delete the draft',
    raise: {
      percent: 'Raise by percent',
      hint: 'Applies to the ticked rows, or to all; −10 lowers them. Rounded to 50 cents.',
      send: 'Raise',
    },
  },
  refusals: {
    'day-unreadable': 'Choose the first day of boarding for the new fares.',
    'day-passed': 'This day has passed. Choose today or a later day.',
    'no-edition': 'These fares are no longer kept.',
    'no-draft': 'Somebody has published or deleted this draft.',
    'other-draft': 'Somebody changed this draft after you opened it. Look at the new preview.',
    'other-fares':
      'Somebody published other fares after you opened this page. Look at the new preview.',
    'nothing-changes': 'This draft changes nothing.',
    'percent-unreadable': 'Type a whole number from −50 to 100, but not 0.',
    noAmount: (typed: string) => `“${typed}” is not an amount such as 9.50.`,
  },
}
