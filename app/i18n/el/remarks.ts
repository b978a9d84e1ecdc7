import type { Messages } from '#app/i18n/en.ts'
import { ofTheHour } from '#platform/greek-hours.ts'

export const remarks: Messages['remarks'] = {
  unknownPlace: (given) =>
    `Δεν βρήκαμε στάση ή περιοχή με το όνομα «${given}». Επιλέξτε μία από τη λίστα.`,
  severalPlaces: (given, names) =>
    `Με το «${given}» μπορεί να εννοείτε: ${names}. Επιλέξτε από τη λίστα.`,
  unreadable: (field, given) => `${field}: το «${given}» δεν αναγνωρίστηκε.`,
  returnMissing: 'Επιλέξτε ημερομηνία επιστροφής.',
  returnTooEarly:
    'Η επιστροφή δεν μπορεί να είναι πριν από τη μετάβαση. Επιλέξτε άλλη ημερομηνία επιστροφής ή νωρίτερη μετάβαση.',
  notOffered:
    'Το δρομολόγιο που επιλέξατε δεν διατίθεται εκείνη την ημέρα. Επιλέξτε άλλο δρομολόγιο.',
  cancelled: (time) => `Το δρομολόγιο ${ofTheHour(time)} έχει ακυρωθεί. Επιλέξτε άλλο δρομολόγιο.`,
  departed: (time) =>
    `Το λεωφορείο ${ofTheHour(time)} έχει ήδη αναχωρήσει. Επιλέξτε επόμενο δρομολόγιο.`,
  soldOut: (time) =>
    `Οι θέσεις για το δρομολόγιο ${ofTheHour(time)} έχουν εξαντληθεί. Επιλέξτε άλλο δρομολόγιο.`,
  justSoldOut: (time) =>
    `Η τελευταία θέση στο δρομολόγιο ${ofTheHour(time)} μόλις κρατήθηκε. Επιλέξτε άλλο δρομολόγιο.`,
  freeAgain:
    'Όταν πατήσατε το κουμπί, όλες οι θέσεις ήταν δεσμευμένες. Τώρα υπάρχουν ξανά ελεύθερες θέσεις: δοκιμάστε πάλι.',
  fields: {
    date: 'Ημερομηνία',
    time: 'Ώρα',
    trip: 'Ταξίδι',
    'return-date': 'Ημερομηνία επιστροφής',
    passengers: 'Επιβάτες',
    wheelchairs: 'Αναπηρικά αμαξίδια',
    departure: 'Δρομολόγιο',
    return: 'Δρομολόγιο επιστροφής',
  },
}
