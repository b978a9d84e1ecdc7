const noun = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

type Effects = { departures: number; carts: number; bookings: number }

export const fares = {
  title: 'Fares',
  intro:
    'The day on which a traveller boards decides the fare. New fares begin as a draft; nothing changes before it is published, and what is sold keeps its fare.',
  day: 'Fares of',
  show: 'Show',
  later: 'Other fares begin on',
  caption: (day: string) => `Fares for those who board on ${day}`,
  pair: 'From and to',
  both: (from: string, to: string) => `${from} – ${to}, both ways`,
  oneWay: (from: string, to: string) => `${from} to ${to}`,
  empty: 'The timetable has no journeys.',
  notSold: 'not sold',
  change: (before: string, after: string) => `${before} to ${after}`,
  madeBy: (name: string, when: string) => `${name}, ${when}`,
  begin: {
    title: 'Change fares',
    day: 'First day of boarding',
    hint: 'Today or later. The new fares hold until others begin.',
    send: 'Begin a draft',
  },
  titles: {
    from: (day: string) => `Fares from ${day}`,
    back: 'Earlier fares again',
    feed: 'Fares of a timetable',
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
    `${pair} has no fare for one ${category} from ${day}: the pair will not be sold to anybody.`,
  draft: {
    preview: 'Preview',
    nothing: 'This draft changes nothing yet.',
    changes: 'What changes',
    effects: ({ departures, carts, bookings }: Effects) =>
      `${noun(departures, 'departure', 'departures')} will be sold at other fares. ${noun(carts, 'booking in a cart keeps its fare', 'bookings in carts keep their fare')}; ${noun(bookings, 'booking that is paid stays as it is', 'bookings that are paid stay as they are')}.`,
    publish: 'Publish',
    grid: 'Fares of this draft',
    gridHint: 'In euros. An empty field means that the pair is not sold.',
    save: 'Save and preview',
    discard: 'Delete the draft',
    raise: {
      percent: 'Raise by percent',
      hint: 'The chosen rows, or all; −10 lowers them. Rounded to 50 cents.',
      send: 'Raise',
    },
  },
  refusals: {
    'day-unreadable': 'Choose the first day on which travellers board at the new fares.',
    'day-passed': 'This day has passed. Choose today or a later day.',
    'no-edition': 'These fares are no longer kept.',
    'no-draft': 'This draft was published or deleted by somebody else.',
    'other-draft': 'Somebody changed this draft after you opened it. Look at the new preview.',
    'other-fares':
      'Other fares were published after you opened this page. Look at the new preview.',
    'nothing-changes': 'This draft changes nothing.',
    'percent-unreadable': 'Type a whole number from −50 to 100, but not 0.',
    noAmount: (typed: string) => `“${typed}” is not an amount such as 9.50.`,
  },
}
