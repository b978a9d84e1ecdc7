import type { Messages } from '#app/i18n/en.ts'

export const remarks: Messages['remarks'] = {
  unknownPlace: (given) =>
    `Δεν βρήκαμε στάση ή περιοχή με το όνομα «${given}». Επιλέξτε μία από τη λίστα.`,
  severalPlaces: (given, names) =>
    `Με το «${given}» μπορεί να εννοείτε: ${names}. Επιλέξτε από τη λίστα.`,
  unreadable: (field, given) => `${field}: το «${given}» δεν αναγνωρίστηκε.`,
  returnTooEarly:
    'Η επιστροφή δεν μπορεί να είναι πριν από τη μετάβαση, γι’ αυτό εμφανίζεται η ίδια ημέρα.',
  notOffered:
    'Το δρομολόγιο που επιλέξατε δεν διατίθεται εκείνη την ημέρα. Επιλέξτε άλλο δρομολόγιο.',
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
