import { type PassengerCategory } from '#modules/fares/passengers.ts'
import { ADULT_FROM_AGE, CHILD_FROM_AGE } from '#modules/rules/rules.ts'

const LAST_YEAR_OF_CHILD = ADULT_FROM_AGE - 1

/** The names of a passenger category. */
export type CategoryWords = {
  /** "Adults (over 12)": label of the field for their number */
  field: string
  /** "Adult (over 12)": beside a fare */
  fare: string
  /** "adult", "adults": after a count on tickets, in mails and on receipts */
  one: string
  many: string
  /** `one` for narrow places, such as beside a search */
  oneInShort: string
  /** "over 12": the ages, after the count on a ticket */
  which: string
}

export const categoriesInEnglish: Readonly<Record<PassengerCategory, CategoryWords>> = {
  adult: {
    field: `Adults (over ${LAST_YEAR_OF_CHILD})`,
    fare: `Adult (over ${LAST_YEAR_OF_CHILD})`,
    one: 'adult',
    many: 'adults',
    oneInShort: 'adult',
    which: `over ${LAST_YEAR_OF_CHILD}`,
  },
  child: {
    field: `Children (${CHILD_FROM_AGE} to ${LAST_YEAR_OF_CHILD})`,
    fare: `Child (${CHILD_FROM_AGE} to ${LAST_YEAR_OF_CHILD})`,
    one: 'child',
    many: 'children',
    oneInShort: 'child',
    which: `${CHILD_FROM_AGE} to ${LAST_YEAR_OF_CHILD}`,
  },
  student: {
    field: 'Students (with student card)',
    fare: 'Student',
    one: 'student',
    many: 'students',
    oneInShort: 'student',
    which: 'with a student card',
  },
  infant: {
    field: `Infants (under ${CHILD_FROM_AGE})`,
    fare: `Infant (under ${CHILD_FROM_AGE})`,
    one: 'infant',
    many: 'infants',
    oneInShort: 'infant',
    which: `under ${CHILD_FROM_AGE}, on a lap`,
  },
}
