import type { Names, VerdictWords } from './verdict-words.ts'

export const en: VerdictWords = {
  aboard: ({ people }) => `Board ${people}.`,
  part: ({ people }) => `How many of the ${people} are boarding?`,
  rest: ({ aboard, missing }) =>
    `${aboard} ${aboard === 1 ? 'is' : 'are'} aboard. Board ${missing} more.`,
  newer: ({ people, madeAt }, { clock }) =>
    `Board ${people}. Genuine, bought after your list (${clock(madeAt)}).`,
  'all-aboard': ({ people, at, device }, { clock }) => {
    const all = people === 1 ? 'Already aboard' : `All ${people} already aboard`
    if (at === null || device === null) return `${all}.`
    return `${all} (${clock(at)}, ${device === 0 ? 'passenger list' : `phone ${device}`}).`
  },
  'later-bus': ({ here, free, ...bus }, { clock, ...names }) =>
    `For the ${leaves(bus, { clock, ...names })}. This is the ${clock(here)}, with ${seats(free)} free.`,
  'earlier-bus': ({ free, isValid, ...bus }, names) =>
    isValid
      ? `Missed the ${leaves(bus, names)}. Valid on this bus: ${seats(free)} free.`
      : `Missed the second bus too, the ${leaves(bus, names)}. No longer valid.`,
  'other-way': ({ goesTo, wants }, { stop }) =>
    `This bus goes to ${stop(goesTo)}; the ticket is for ${stop(wants)}.`,
  'other-day': ({ day, at }, { day: name, clock }) =>
    `For another day: ${name(day)}, ${clock(at)}.`,
  'other-stop': ({ stopId }, { stop }) => `Boards at ${stop(stopId)}, not here.`,
  beyond: ({ stopId }, { stop }) => `Valid as far as ${stop(stopId)}, not beyond.`,
  replaced: ({ day, successor }, { day: name }) =>
    [day ? `Replaced on ${name(day)}.` : 'Replaced.', successor && `Ask for ticket ${successor}.`]
      .filter(Boolean)
      .join(' '),
  'given-up': ({ day }, { day: name }) => (day ? `Cancelled on ${name(day)}.` : 'Cancelled.'),
  older: () => 'Issued before your list and not on it: no longer valid.',
  unlisted: ({ madeAt }, { clock }) =>
    `Not on your list (${clock(madeAt)}). Update the list, or type the last 4 of the reference.`,
  'not-ours': () => 'Not one of our tickets.',
  sample: () => 'A sample from the demonstration.',
  unreadable: () => 'Could not be read. Type the last 4 of the reference.',
  'no-such-ending': ({ typed }) => `No booking ends in ${typed}.`,
  several: ({ tickets }) => `${tickets.length} bookings end like this. Choose the name.`,
}

type Leaving = { at: number; day: string | null }

/** "23:45", or "23:45 (Sun 22 Nov)" on another date. */
function leaves({ at, day }: Leaving, { clock, day: name }: Names): string {
  return day ? `${clock(at)} (${name(day)})` : clock(at)
}

function seats(count: number): string {
  if (count <= 0) return 'no seat'
  return count === 1 ? '1 seat' : `${count} seats`
}
