import { ofTheHour } from '#platform/greek-hours.ts'

import type { Names, VerdictWords } from './verdict-words.ts'

export const el: VerdictWords = {
  aboard: ({ people }) => `Επιβίβαση: ${persons(people)}.`,
  part: ({ people }) =>
    people === 1 ? 'Επιβιβάζεται;' : `Πόσοι από τους ${people} επιβιβάζονται;`,
  rest: ({ aboard, missing }) =>
    `${aboard === 1 ? 'Έχει επιβιβαστεί 1' : `Έχουν επιβιβαστεί ${aboard}`}. ${missing === 1 ? 'Απομένει 1' : `Απομένουν ${missing}`}.`,
  newer: ({ people, madeAt }, { clock }) =>
    `Επιβίβαση: ${persons(people)}. Γνήσιο, αγοράστηκε μετά τη λίστα σας (${clock(madeAt)}).`,
  'all-aboard': ({ people, at, device }, { clock }) => {
    const all = people === 1 ? 'Έχει ήδη επιβιβαστεί' : `Και οι ${people} έχουν ήδη επιβιβαστεί`
    if (at === null || device === null) return `${all}.`
    return `${all} (${clock(at)}, ${device === 0 ? 'κατάσταση επιβατών' : `τηλέφωνο ${device}`}).`
  },
  'later-bus': ({ here, free, ...bus }, { clock, ...names }) =>
    `Για το δρομολόγιο ${leaves(bus, { clock, ...names })}. Αυτό είναι ${ofTheHour(clock(here))}, ${withSeats(free)}.`,
  'earlier-bus': ({ free, isValid, ...bus }, names) =>
    isValid
      ? `Έχασε το δρομολόγιο ${leaves(bus, names)}. Ισχύει σε αυτό το λεωφορείο, ${withSeats(free)}.`
      : `Έχασε και το δεύτερο δρομολόγιο, ${leaves(bus, names)}. Δεν ισχύει πλέον.`,
  'other-way': ({ goesTo, wants }, { stop }) =>
    `Λεωφορείο προς: ${stop(goesTo)}. Εισιτήριο προς: ${stop(wants)}.`,
  'other-day': ({ day, at }, { day: name, clock }) =>
    `Ισχύει για άλλη ημέρα: ${name(day)}, ${clock(at)}.`,
  'other-stop': ({ stopId }, { stop }) => `Στάση επιβίβασης: ${stop(stopId)}, όχι εδώ.`,
  beyond: ({ stopId }, { stop }) => `Ισχύει έως τη στάση «${stop(stopId)}», όχι πέρα από αυτήν.`,
  replaced: ({ day, successor }, { day: name }) =>
    [
      day ? `Έχει αντικατασταθεί: ${name(day)}.` : 'Έχει αντικατασταθεί.',
      successor && `Ζητήστε το ${successor}.`,
    ]
      .filter(Boolean)
      .join(' '),
  'given-up': ({ day }, { day: name }) => (day ? `Ακυρώθηκε: ${name(day)}.` : 'Ακυρώθηκε.'),
  older: () => 'Εκδόθηκε πριν από τη λίστα σας και δεν υπάρχει σε αυτή: δεν ισχύει πλέον.',
  unlisted: ({ madeAt }, { clock }) =>
    `Δεν υπάρχει στη λίστα σας (${clock(madeAt)}). Ενημερώστε τη λίστα ή πληκτρολογήστε τα 4 τελευταία του αριθμού κράτησης.`,
  'not-ours': () => 'Δεν είναι δικό μας εισιτήριο.',
  sample: () => 'Δείγμα της δοκιμαστικής λειτουργίας.',
  unreadable: () => 'Δεν διαβάστηκε. Πληκτρολογήστε τα 4 τελευταία του αριθμού κράτησης.',
  'no-such-ending': ({ typed }) => `Καμία κράτηση δεν τελειώνει σε ${typed}.`,
  several: ({ tickets }) => `${tickets.length} κρατήσεις τελειώνουν έτσι. Επιλέξτε το όνομα.`,
}

type Leaving = { at: number; day: string | null }

/** "των 23:45", or "των 23:45 (Κυρ 22 Νοε)" on another date. */
function leaves({ at, day }: Leaving, { clock, day: name }: Names): string {
  return day ? `${ofTheHour(clock(at))} (${name(day)})` : ofTheHour(clock(at))
}

function persons(count: number): string {
  return count === 1 ? '1\u00A0άτομο' : `${count}\u00A0άτομα`
}

function withSeats(count: number): string {
  if (count <= 0) return 'χωρίς ελεύθερη θέση'
  return count === 1 ? 'με 1 ελεύθερη θέση' : `με ${count} ελεύθερες θέσεις`
}
