import type { PassengerCategory } from '#modules/fares/passengers.ts'
import { categoriesInGreek } from '#modules/fares/words/el.ts'
import type { Form, WhyIgnored, WhyUnreadable } from '#modules/gtfs/feed/findings.ts'

import type { FindingWords } from './en.ts'
import { say, type Sentences } from './sentences.ts'

/** «1 δρομολόγιο», «2 δρομολόγια» */
const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
const trips = (count: number) => counted(count, 'δρομολόγιο', 'δρομολόγια')
/** «9,00 € και 10,00 €», from "9.00, 10.00" */
const euros = (amounts: string) =>
  amounts
    .split(', ')
    .map((amount) => `${amount.replace('.', ',')}\u00A0€`)
    .join(' και ')

const nameOf = (category: PassengerCategory) => categoriesInGreek[category].many

/** Completes «αντί για …». */
const FORMS: Sentences<Form> = {
  text: ({ most }) => `κείμενο σε μία γραμμή με το πολύ ${most} χαρακτήρες`,
  'whole-number': () => 'ακέραιο αριθμό',
  degrees: () => 'αριθμό μοιρών',
  flag: () => '0 ή 1',
  date: () => 'ημερομηνία όπως 20270328',
  time: () => 'ώρα όπως 05:30:00 ή 24:15:00',
  amount: ({ most }) => `ποσό όπως 9.00, έως ${most}.00`,
  choice: ({ choices }) => `μία από τις τιμές ${choices.join(', ')}`,
  'number-between': ({ least, most }) => `αριθμό από ${least} έως ${most}`,
  'seconds-between-buses': () => 'αριθμό δευτερολέπτων μεταξύ των λεωφορείων',
  'time-after-start': () => 'ώρα μετά το start_time',
  'time-after-rows-before': () => 'ώρα μετά τις προηγούμενες εγγραφές',
  'date-from-start': () => 'ημερομηνία από το start_date και μετά',
  'place-on-earth': () => 'θέση στάσης πάνω στη Γη',
  'stop-of-type': ({ type }) => `στάση με location_type ${type}`,
  'no-parent': () => 'κενό, όπως πρέπει να είναι σε σταθμό',
}

const UNREADABLE: Sentences<WhyUnreadable> = {
  'not-utf-8': () => 'δεν είναι σε κωδικοποίηση UTF-8',
  'nul-character': () => 'περιέχει χαρακτήρα NUL',
  'open-quotes': () => 'τα εισαγωγικά δεν κλείνουν σωστά',
  'row-too-long': ({ most }) => `η εγγραφή έχει περισσότερους από ${most} χαρακτήρες`,
  'too-many-rows': () => 'η ροή έχει πάρα πολλές εγγραφές',
  'too-large': ({ mebibytes }) => `τα αρχεία ξεπερνούν τα ${mebibytes} MiB`,
  'link-to-nowhere': () => 'ο σύνδεσμος δεν οδηγεί πουθενά',
  'no-file': () => 'δεν είναι αρχείο',
  'wrong-checksum': () => 'το άθροισμα ελέγχου είναι λάθος, άρα το αρχείο zip έχει αλλοιωθεί',
  fault: ({ message }) => `το σύστημα ανέφερε «${message}»`,
}

const IGNORED: Readonly<Record<WhyIgnored, string>> = {
  'nobody-calls-first':
    'οι στάσεις κατόπιν συνεννόησης πωλούνται όπως όλες οι άλλες και δεν ζητείται από τους επιβάτες να τηλεφωνήσουν πρώτα',
  'nobody-tells-the-driver':
    'οι στάσεις κατόπιν συνεννόησης πωλούνται όπως όλες οι άλλες και δεν ζητείται από τους επιβάτες να ενημερώσουν τον οδηγό',
  'all-times-exact': 'οι ώρες κατά προσέγγιση εμφανίζονται όπως οι ακριβείς',
  'stops-alone': 'η επιβίβαση και η αποβίβαση γίνονται μόνο στις στάσεις',
  'times-of-cyprus': 'όλες οι ώρες είναι ώρες Κύπρου',
  'paid-before-boarding': 'κάθε εισιτήριο πληρώνεται πριν από την επιβίβαση',
  'one-bus': 'κάθε εισιτήριο ισχύει για ένα λεωφορείο',
  'no-connections':
    'κάθε εισιτήριο ισχύει για ένα λεωφορείο και καμία ανταπόκριση δεν είναι εγγυημένη',
  'fares-by-stops': 'εδώ οι τιμές εξαρτώνται μόνο από τις στάσεις',
  'fares-by-ends':
    'εδώ οι τιμές εξαρτώνται από το πού επιβιβάζεται και πού αποβιβάζεται ο επιβάτης',
  'fares-at-all-hours': 'εδώ οι τιμές δεν εξαρτώνται από την ώρα',
  'one-deadline': 'όλα τα δρομολόγια πωλούνται έως το ίδιο χρονικό όριο πριν από την αναχώρηση',
  'no-credits': 'ο ιστότοπος δεν αναφέρει πηγές· ίσως το απαιτεί η άδεια χρήσης της ροής',
  'old-form': 'είναι σε μορφή που το GTFS δεν χρησιμοποιεί πλέον',
}

/** «Η ροή» is the feed, and «εγγραφή» a row, since «γραμμή» is a line of a file or of buses. */
export const el: FindingWords = {
  line: (line) => `γραμμή ${line}`,
  findings: {
    'not-a-feed': () =>
      'Δεν είναι ούτε φάκελος με αρχεία κειμένου GTFS ούτε αρχείο zip με τέτοια αρχεία.',
    'zip-inside': ({ inner }) =>
      `Η ροή είναι συμπιεσμένη δύο φορές: μέσα βρίσκεται το αρχείο zip ${inner}. Αποσυμπιέστε το εξωτερικό αρχείο και εισαγάγετε το εσωτερικό.`,
    unreadable: ({ because }) => `Η ανάγνωση δεν είναι δυνατή: ${say(UNREADABLE, because)}.`,
    'missing-file': () => 'Το αρχείο λείπει και είναι απαραίτητο σε κάθε ροή.',
    'file-twice': () => 'Το αρχείο υπάρχει δύο φορές στη ροή.',
    'missing-column': ({ column }) => `Λείπει η στήλη ${column}.`,
    'column-twice': ({ column }) => `Η στήλη ${column} εμφανίζεται δύο φορές.`,
    'wrong-number-of-values': ({ found, expected }) =>
      `Η εγγραφή έχει ${counted(found, 'τιμή', 'τιμές')}, ενώ η επικεφαλίδα έχει ${counted(expected, 'στήλη', 'στήλες')}.`,
    'missing-value': ({ column }) => `Το πεδίο ${column} είναι κενό.`,
    'bad-value': ({ column, value, expected }) =>
      `Το πεδίο ${column} είναι «${value}» αντί για ${say(FORMS, expected)}.`,
    'duplicate-id': ({ column, value, firstLine }) =>
      `Το «${value}» στο πεδίο ${column} χρησιμοποιείται ήδη στη γραμμή ${firstLine}.`,
    'dangling-reference': ({ column, value, targets }) =>
      `Το πεδίο ${column} είναι «${value}», που δεν υπάρχει στο ${targets.join(' ή στο ')}.`,
    'on-demand': ({ trip, rows }) =>
      `Το δρομολόγιο ${trip} εξυπηρετεί ζώνη κατόπιν ζήτησης (location_group_id ή location_id) αντί για στάση${rows === 1 ? '' : `, όπως ${rows} εγγραφές συνολικά`}. Εδώ πωλούνται μόνο δρομολόγια μεταξύ στάσεων, οπότε αφαιρέστε τα υπόλοιπα από τη ροή.`,
    'no-trips': () => 'Η ροή δεν έχει κανένα δρομολόγιο που να μπορεί να πωληθεί.',
    'times-decrease': ({ trip, stop }) =>
      `Οι ώρες του δρομολογίου ${trip} πηγαίνουν προς τα πίσω στη στάση ${stop}.`,
    'trip-too-short': ({ trip }) =>
      `Το δρομολόγιο ${trip} έχει λιγότερες από δύο στάσεις, οπότε παραλείπεται.`,
    'too-many-calls': ({ calls, most, until }) =>
      `Έως τις ${until} τα λεωφορεία κάνουν συνολικά ${calls} στάσεις· το μέγιστο είναι ${most}.`,
    'trip-too-long': ({ trip, hours }) => `Το δρομολόγιο ${trip} διαρκεί ${hours} ώρες.`,
    'inexact-times': ({ trip }) =>
      `Το δρομολόγιο ${trip} εκτελείται ανά διαστήματα χωρίς ακριβείς ώρες (το exact_times δεν είναι 1), οπότε δεν υπάρχει συγκεκριμένη αναχώρηση προς πώληση.`,
    'no-time-at-end': ({ trip, stop }) =>
      `Το δρομολόγιο ${trip} δεν έχει ώρα στη στάση ${stop}, όπου αρχίζει ή τελειώνει.`,
    'service-without-dates': ({ service }) =>
      `Το service_id «${service}» δεν ισχύει σε καμία ημερομηνία, οπότε τα δρομολόγιά του παραλείπονται.`,
    'seats-not-said': (found) =>
      `Η στήλη seats είναι κενή σε ${trips(found.trips)}. Δηλώστε πόσες θέσεις έχουν αυτά τα λεωφορεία.`,
    'seats-assumed': (found) =>
      `Η στήλη seats είναι κενή σε ${trips(found.trips)}. Ανά λεωφορείο ${found.seats === 1 ? 'πωλείται 1 θέση' : `πωλούνται ${found.seats} θέσεις`}, όπως δηλώσατε.`,
    'wheelchairs-not-said': (found) =>
      `Η ροή δεν αναφέρει για ${trips(found.trips)} αν το λεωφορείο δέχεται αναπηρικά αμαξίδια. Ζητείται από τους επιβάτες να τηλεφωνήσουν και δεν πωλείται θέση για αναπηρικό αμαξίδιο, εκτός αν δηλώσετε πόσες υπάρχουν.`,
    'wheelchairs-assumed': (found) =>
      `Η ροή δεν αναφέρει για ${trips(found.trips)} αν το λεωφορείο δέχεται αναπηρικά αμαξίδια. Θέσεις για αναπηρικό αμαξίδιο που πωλούνται ανά λεωφορείο, όπως δηλώσατε: ${found.spaces}.`,
    'other-time-zone': ({ timeZone }) =>
      `Η ζώνη ώρας είναι ${timeZone}· αυτός ο ιστότοπος χρησιμοποιεί την Asia/Nicosia.`,
    'not-a-bus': ({ route, routeType }) =>
      `Η γραμμή ${route} έχει route_type ${routeType}, που δεν είναι λεωφορείο.`,
    'other-currency': ({ currency }) =>
      `Το νόμισμα είναι ${currency}· αυτός ο ιστότοπος πωλεί σε EUR.`,
    'ambiguous-fare': ({ from, to, category, amounts }) =>
      `Από ${from} προς ${to} υπάρχουν περισσότερες από μία τιμές για την κατηγορία «${nameOf(category)}»: ${euros(amounts)}.`,
    'no-fares': () => 'Καμία διαδρομή δεν έχει τιμή, οπότε δεν υπάρχει τίποτα προς πώληση.',
    'too-fast': ({ trip, from, to, kilometresPerHour }) =>
      `Το δρομολόγιο ${trip} θα έπρεπε να κινείται με ${kilometresPerHour} χλμ./ώρα σε ευθεία γραμμή από ${from} προς ${to}.`,
    'ends-soon': ({ lastDate, needed }) =>
      `Το πρόγραμμα δρομολογίων λήγει στις ${lastDate}, πριν από τις ${needed}.`,
    'missing-translations': ({ language, missing, example }) =>
      `${counted(missing, 'κείμενο δεν έχει', 'κείμενα δεν έχουν')} μετάφραση στη γλώσσα «${language}», για παράδειγμα το «${example}».`,
    'outside-cyprus': ({ stop }) => `Η στάση ${stop} βρίσκεται εκτός Κύπρου.`,
    'stop-not-served': ({ stop }) => `Κανένα δρομολόγιο δεν σταματά στη στάση ${stop}.`,
    'pair-without-fare': ({ from, to }) =>
      `Η διαδρομή από ${from} προς ${to} είναι δυνατή αλλά δεν έχει τιμή, οπότε δεν πωλείται.`,
    'file-ignored': ({ because }) => `Το αρχείο αγνοείται: ${IGNORED[because]}.`,
    'column-ignored': ({ column, because }) => `Η στήλη ${column} αγνοείται: ${IGNORED[because]}.`,
    'category-ignored': ({ category }) =>
      `Η κατηγορία επιβατών «${category}» δεν είναι από αυτές που πωλούμε, οπότε αγνοείται.`,
    'fare-not-said': ({ category, option }) =>
      `Η ροή δεν έχει τιμή για την κατηγορία «${nameOf(category)}». ${
        option === 'infants'
          ? 'Δηλώστε ότι ταξιδεύουν δωρεάν, όπως ορίζουν οι όροι'
          : 'Δηλώστε αν ισχύει η τιμή των ενηλίκων, ένα ποσοστό της, όπως 50%, ή δωρεάν μεταφορά'
      }.`,
    'fare-assumed': ({ category, percent }) =>
      `Η ροή δεν έχει τιμή για την κατηγορία «${nameOf(category)}». Ισχύει το ${percent}% της τιμής των ενηλίκων, όπως δηλώσατε.`,
    'infants-pay': ({ amount }) =>
      `Ένα βρέφος πληρώνει ${euros(amount)}· σύμφωνα με τους όρους αυτού του ιστοτόπου, τα βρέφη ταξιδεύουν δωρεάν.`,
    'fare-too-small': ({ fares, amount, from, to }) =>
      `${counted(fares, 'τιμή είναι πολύ χαμηλή', 'τιμές είναι πολύ χαμηλές')} για πληρωμή με κάρτα χωρίς κάτι άλλο στην παραγγελία, για παράδειγμα ${euros(amount)} από ${from} προς ${to}: το ελάχιστο ποσό στο Stripe είναι ${euros('0.50')}.`,
    'other-agencies': ({ agencies }) =>
      `Οι θέσεις στα λεωφορεία και των ${agencies} εταιρειών της ροής πωλούνται με ένα όνομα.`,
    'vouched-until': ({ date, until }) =>
      `Σύμφωνα με τη ροή, τα δεδομένα της ισχύουν έως τις ${date}, όμως τα ημερολόγιά της συνεχίζονται έως τις ${until}.`,
    more: ({ of, count }) =>
      `${count === 1 ? 'Υπάρχει ακόμη 1 εύρημα' : `Υπάρχουν ακόμη ${count} ευρήματα`} του είδους «${of}».`,
  },
}
