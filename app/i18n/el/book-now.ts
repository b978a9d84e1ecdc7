import type { Messages } from '#app/i18n/en.ts'
import type { PlaceName } from '#app/i18n/place-name.ts'
import { MINDER_AGE } from '#modules/rules/rules.ts'
import { atTheHour, theHour } from '#platform/greek-hours.ts'

export const bookNow: Messages['bookNow'] = {
  title: 'Κλείστε θέση',
  titleOf: (from, to) => `${from.name} – ${to.name}`,
  intro:
    'Επιλέξτε από πού ξεκινάτε και πού πηγαίνετε. Θα δείτε όλα τα δρομολόγια της ημέρας με τις τιμές τους.',

  search: {
    heading: 'Αναζήτηση δρομολογίων',
    change: 'Αλλαγή αναζήτησης',
    from: 'Από',
    to: 'Προς',
    choosePlace: 'Επιλέξτε στάση',
    allStops: (area) => `${area} (όλες)`,
    swap: 'Εναλλαγή αναχώρησης και προορισμού',
    date: 'Ημερομηνία',
    time: 'Αναχώρηση μετά τις',
    passengers: 'Επιβάτες',
    wheelchair: 'Με θέση αμαξιδίου',
    trip: 'Ταξίδι',
    oneWay: 'Απλή μετάβαση',
    return: 'Με επιστροφή',
    returnDate: 'Επιστροφή',
    returning: (date) => `Επιστροφή ${date}`,
    submit: 'Δείτε δρομολόγια',
    summary: (date, time) => (time ? `${date}, μετά ${theHour(time)}` : date),
  },

  remarksHeading: 'Ένα μέρος του συνδέσμου δεν αναγνωρίστηκε',
  chooseAgain: 'Επιλέξτε ξανά',

  legs: {
    outbound: 'Δρομολόγια',
    inbound: 'Δρομολόγια επιστροφής',
    outboundChosen: 'Η μετάβασή σας',
    inboundChosen: 'Η επιστροφή σας',
    fromTo: (from, to) =>
      from.accusative && to.accusative
        ? `Από ${from.accusative} προς ${to.accusative}`
        : `${from.name} – ${to.name}`,
    change: 'Αλλαγή δρομολογίου',
    beThere: (time) => `Να είστε στη στάση έως ${theHour(time)}.`,
  },

  days: {
    label: 'Άλλες ημέρες',
    word: (count) => (count === 1 ? 'δρομολόγιο' : 'δρομολόγια'),
    none: 'κανένα',
  },

  board: {
    nightOf: (from, to) => `Νύχτα ${from} προς ${to}`,
    earlier: (count) =>
      count === 1 ? '1 προηγούμενο δρομολόγιο' : `${count} προηγούμενα δρομολόγια`,
    departs: 'αναχώρηση',
    arrives: 'άφιξη',
    from: (place) => (place.accusative ? `από ${place.accusative}` : place.name),
    at: (place) => place.name,
    to: '–',
    select: 'Επιλογή',
    priceFor: (party) => `Συνολική τιμή: ${party}`,
    chooseStop: 'Επιλέξτε τη στάση σας σε αυτό το δρομολόγιο.',
    difference: {
      label: 'Κόστος αλλαγής',
      none: 'δωρεάν',
      more: (amount) => `+${amount}`,
      back: (amount) => `επιστροφή ${amount}`,
    },
    seatsLeft: (seats) => (seats === 1 ? 'απομένει 1 θέση' : `απομένουν ${seats} θέσεις`),
    notRunning: (time) =>
      `Εκείνη τη νύχτα δεν υπάρχει δρομολόγιο ${atTheHour(time)}: τα ρολόγια πηγαίνουν μία ώρα μπροστά και η ώρα αυτή παραλείπεται.`,
    notRunningLabel: 'Δεν εκτελείται',
    reduced: 'Μειωμένα δρομολόγια αυτή την ημέρα: ορισμένα από τα συνηθισμένα δεν εκτελούνται.',
    clocksChange:
      'Αυτή τη νύχτα αλλάζει η ώρα. EEST είναι η θερινή ώρα και EET η χειμερινή, μία ώρα πίσω.',
    states: {
      'sold-out': 'Πλήρες',
      'not-enough-seats': (seats) => (seats === 1 ? 'Μόνο 1 θέση' : `Μόνο ${seats} θέσεις`),
      closed: 'Έκλεισαν οι κρατήσεις',
      departed: 'Αναχώρησε',
      cancelled: 'Ακυρώθηκε',
      booked: 'Το τωρινό σας δρομολόγιο',
      'before-arrival': 'Πριν από την άφιξή σας',
      'wheelchair-access-unknown': 'Πρόσβαση με αμαξίδιο: άγνωστη',
      'stop-closed': 'Δεν σταματά εδώ εκείνη την ημέρα',
      'stop-not-accessible': 'Στάση μη προσβάσιμη με αμαξίδιο',
      'wheelchair-notice-too-short': 'Έληξε η προθεσμία για θέση αμαξιδίου',
      'no-wheelchair-place': 'Καμία ελεύθερη θέση αμαξιδίου',
    },
    wheelchairCall:
      'Δεν υπάρχει θέση αμαξιδίου στο δρομολόγιο που θέλετε; Καλέστε μας και θα κάνουμε ό,τι μπορούμε.',
    saleRule: (minutes) =>
      `Τα εισιτήρια πωλούνται έως ${minutes} λεπτά πριν φύγει το λεωφορείο από τη στάση σας.`,
  },

  situations: {
    over: 'Δεν υπάρχουν άλλα διαθέσιμα δρομολόγια για αυτή την ημέρα.',
    overAfter: (time) => `Δεν υπάρχουν διαθέσιμα δρομολόγια μετά ${theHour(time)} αυτή την ημέρα.`,
    noneThisDay: 'Αυτή την ημέρα δεν υπάρχουν δρομολόγια για τη διαδρομή που ζητήσατε.',
    nextDay: (date) => `Επόμενα δρομολόγια: ${date}`,
    noDirect: 'Δεν υπάρχει απευθείας λεωφορείο για αυτή τη διαδρομή.',
    noDirectAdvice: (via) =>
      `Μπορείτε να ταξιδέψετε με δύο ξεχωριστά εισιτήρια, με ενδιάμεση στάση: ${via.name}. Η ανταπόκριση δεν είναι εγγυημένη: αν το πρώτο λεωφορείο καθυστερήσει, το δεύτερο δεν θα περιμένει. Αφήστε αρκετό χρόνο ανάμεσα.`,
    firstTicket: (from, to) => `Πρώτα ${fromTo(from, to)}`,
    secondTicket: (from, to) => `Έπειτα ${fromTo(from, to)}`,
    noWay: 'Δεν πωλούνται εισιτήρια για αυτή τη διαδρομή. Επιλέξτε άλλες στάσεις ή καλέστε μας.',
    notPublished: 'Τα δρομολόγια για αυτή την ημέρα δεν έχουν ανακοινωθεί ακόμη.',
    publishedUntil: (date) => `Δείτε την τελευταία ημέρα με δρομολόγια: ${date}`,
    nothingPublished: 'Αυτή τη στιγμή δεν έχουν ανακοινωθεί δρομολόγια. Παρακαλούμε καλέστε μας.',
    past: 'Αυτή η ημέρα έχει περάσει.',
    today: 'Δείτε τα σημερινά δρομολόγια',
    samePlace: 'Επιλέξατε δύο φορές το ίδιο σημείο. Πού θέλετε να πάτε;',
  },

  pairs: {
    heading: 'Πού πηγαίνουν τα λεωφορεία μας',
    from: (place) => (place.accusative ? `Από ${place.accusative}` : place.name),
    perAdult: 'Τιμή απλής μετάβασης για έναν ενήλικα.',
  },

  party: {
    heading: 'Επιβάτες και τιμή',
    locked: 'Επιλέξτε πρώτα δρομολόγιο',
    lockedAdvice: 'Έπειτα θα δείτε την τιμή κάθε θέσης και θα προσθέσετε την κράτηση στο καλάθι.',
    change: 'Αλλαγή',
    lockedReturn: 'Επιλέξτε πρώτα δρομολόγιο επιστροφής',
    free: 'δωρεάν',
    fewer: (label) => `${isNeuter(label) ? 'Λιγότερα' : 'Λιγότεροι'} ${uncapitalised(label)}`,
    more: (label) => `${isNeuter(label) ? 'Περισσότερα' : 'Περισσότεροι'} ${uncapitalised(label)}`,
    agesRule: `Ισχύει η ηλικία την ημέρα του ταξιδιού. Τα παιδιά πρέπει να ταξιδεύουν με ενήλικα ή φοιτητή τουλάχιστον ${MINDER_AGE} ετών.`,
    infantsRule: 'Τα βρέφη ταξιδεύουν στην αγκαλιά: ένα για κάθε ενήλικα ή φοιτητή.',
    studentsRule: 'Οι φοιτητές πρέπει να δείχνουν έγκυρη φοιτητική ταυτότητα κατά την επιβίβαση.',
    wheelchair: 'Θέση για αναπηρικό αμαξίδιο',
    wheelchairOne: 'Ένα άτομο ταξιδεύει με αναπηρικό αμαξίδιο',
    wheelchairMany: 'Πόσα άτομα ταξιδεύουν με αναπηρικό αμαξίδιο;',
    wheelchairUntil: (when, hours) =>
      `Ζητήστε τη θέση έως ${when} (${hours} ώρες πριν από την αναχώρησή σας).`,
    wheelchairTooLate: (when, hours) =>
      `Η θέση για αμαξίδιο πρέπει να ζητηθεί τουλάχιστον ${hours} ώρες πριν. Για αυτή τη διαδρομή η προθεσμία έληξε ${when}. Καλέστε μας και θα κάνουμε ό,τι μπορούμε.`,
    wheelchairTaken:
      'Σε αυτό το λεωφορείο δεν υπάρχει ελεύθερη θέση για αμαξίδιο. Επιλέξτε άλλο δρομολόγιο ή καλέστε μας.',
    wheelchairNotKnown:
      'Δεν γνωρίζουμε ακόμη αν αυτές οι στάσεις και αυτό το λεωφορείο είναι προσβάσιμα με αμαξίδιο. Καλέστε μας για να το ελέγξουμε.',
    wheelchairNoAccess:
      'Μία από αυτές τις στάσεις δεν είναι ακόμη προσβάσιμη με αμαξίδιο. Καλέστε μας για να βρούμε άλλη λύση.',
    callUs: (from, until) => `Κάθε μέρα, από ${theHour(from)} έως ${theHour(until)}`,
    luggage: (kilograms) =>
      `${kilograms} κιλά αποσκευές ανά άτομο: ένα τεμάχιο στον χώρο αποσκευών και ένα μικρό μαζί σας. Παιδικά καρότσια και βοηθήματα βάδισης μεταφέρονται δωρεάν.`,
    thereLine: 'Μετάβαση',
    backLine: 'Επιστροφή',
    total: 'Σύνολο',
    vatIncluded: 'Περιλαμβάνονται όλοι οι φόροι.',
    update: 'Υπολογισμός συνόλου',
    addToCart: 'Προσθήκη στο καλάθι',
    adding: 'Προσθήκη…',
    holdRule: (minutes) =>
      `Δεν έχει δεσμευτεί ακόμη καμία θέση. Μόλις μπουν στο καλάθι, οι θέσεις σας δεσμεύονται για ${minutes} λεπτά.`,
    largeParty: (most) => `Περισσότερα από ${most} άτομα; Καλέστε μας:`,
  },
}

/** For use in the middle of a sentence. */
function fromTo(from: PlaceName, to: PlaceName): string {
  return bookNow.legs.fromTo(from, to).replace(/^Από /, 'από ')
}

/** Children and infants. */
function isNeuter(label: string): boolean {
  return /^(?:Παιδιά|Βρέφη)/.test(label)
}

/** "λιγότεροι ενήλικες (άνω των 12 ετών)" */
function uncapitalised(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1)
}
