import { type PassengerCategory } from '#modules/fares/passengers.ts'
import { ADULT_FROM_AGE, CHILD_FROM_AGE } from '#modules/rules/rules.ts'

import type { CategoryWords } from './en.ts'

const LAST_YEAR_OF_CHILD = ADULT_FROM_AGE - 1

export const categoriesInGreek: Readonly<Record<PassengerCategory, CategoryWords>> = {
  adult: {
    field: `Ενήλικες (άνω των ${LAST_YEAR_OF_CHILD} ετών)`,
    fare: `Ενήλικας (άνω των ${LAST_YEAR_OF_CHILD} ετών)`,
    one: 'ενήλικας',
    many: 'ενήλικες',
    oneInShort: 'ενήλικας',
    which: `άνω των ${LAST_YEAR_OF_CHILD} ετών`,
  },
  child: {
    field: `Παιδιά (${CHILD_FROM_AGE} έως ${LAST_YEAR_OF_CHILD} ετών)`,
    fare: `Παιδί (${CHILD_FROM_AGE} έως ${LAST_YEAR_OF_CHILD} ετών)`,
    one: 'παιδί',
    many: 'παιδιά',
    oneInShort: 'παιδί',
    which: `${CHILD_FROM_AGE} έως ${LAST_YEAR_OF_CHILD} ετών`,
  },
  student: {
    field: 'Φοιτητές',
    fare: 'Φοιτητής ή φοιτήτρια',
    one: 'φοιτητής ή φοιτήτρια',
    many: 'φοιτητές',
    oneInShort: 'φοιτητής/-τρια',
    which: 'με φοιτητική ταυτότητα',
  },
  infant: {
    field: `Βρέφη (κάτω των ${CHILD_FROM_AGE} ετών)`,
    fare: `Βρέφος (κάτω των ${CHILD_FROM_AGE} ετών)`,
    one: 'βρέφος',
    many: 'βρέφη',
    oneInShort: 'βρέφος',
    which: `κάτω των ${CHILD_FROM_AGE} ετών, στην αγκαλιά`,
  },
}
