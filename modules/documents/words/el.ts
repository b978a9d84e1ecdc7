import { categoriesInGreek } from '#modules/fares/words/el.ts'
import { dayAndMonth } from '#platform/format/dates.ts'
import { atTheHour } from '#platform/greek-hours.ts'
import { theDay, theHour } from '#platform/greek-hours.ts'

import { manifest } from './el-manifest.ts'
import type { TicketWords } from './en.ts'

const OF_WEEKDAYS = [
  'της Δευτέρας',
  'της Τρίτης',
  'της Τετάρτης',
  'της Πέμπτης',
  'της Παρασκευής',
  'του Σαββάτου',
  'της Κυριακής',
]

const ofWeekday = (date: Temporal.PlainDate) => OF_WEEKDAYS[date.dayOfWeek - 1] ?? ''

export const el: TicketWords = {
  night: (evening, morning) =>
    `Τη νύχτα ${ofWeekday(evening)} ${evening.day} προς ${dayAndMonth(morning, 'el')}`,
  nextDay: 'επόμενη ημέρα',
  cyprusTime: 'Όλες οι ώρες είναι σε ώρα Κύπρου.',

  ride: (from, to) => rideInGreek(from, to),
  categories: categoriesInGreek,
  category: (category, count) => categoriesInGreek[category][count === 1 ? 'one' : 'many'],

  ticket: {
    title: 'Εισιτήριο λεωφορείου',
    reference: 'Αριθμός κράτησης',
    number: 'Αρ. εισιτηρίου',
    departure: 'Αναχώρηση',
    arrival: 'Άφιξη',
    beThere: (time) => `Να είστε στη στάση έως ${withItsDay(time)}`,
    before: (minutes) => `${minutes} λεπτά πριν από την αναχώρηση`,
    pickUp: 'Σημείο επιβίβασης',
    bay: (bay) => `Αποβάθρα ${bay}`,
    late: (minutes, time) =>
      `Το λεωφορείο έχει καθυστέρηση περίπου ${minutes === 1 ? '1 λεπτού' : `${minutes} λεπτών`}. Εκτιμούμε ότι θα αναχωρήσει ${atTheHour(time)}.`,
    early: (minutes, time) =>
      `Το λεωφορείο αναχωρεί ${minutes === 1 ? '1 λεπτό' : `${minutes} λεπτά`} νωρίτερα, ${atTheHour(time)}.`,
    notServed: (stop) => `${stop} (δεν εξυπηρετείται)`,
    servedAt: (stop, place) => `${stop}, στάση εδώ: ${place}`,
    stopClosed: (stop) => `Την ημέρα αυτή το λεωφορείο δεν σταματά στη στάση ${stop}.`,
    boardElsewhere: (stop, place) =>
      `Η στάση μεταφέρθηκε. Αντί για τη στάση ${stop}, επιβιβαστείτε εδώ: ${place}`,
    leaveElsewhere: (stop, place) =>
      `Η στάση μεταφέρθηκε. Αντί για τη στάση ${stop}, θα αποβιβαστείτε εδώ: ${place}`,
    twoBuses: (first, second) =>
      `Το δρομολόγιο εκτελούν δύο λεωφορεία: ${first} και ${second}. Επιβιβαστείτε σε όποιο θέλετε.`,
    busWithLift: (plate) =>
      `Το δρομολόγιο εκτελούν δύο λεωφορεία. Επιβιβαστείτε στο ${plate}, που έχει ράμπα ή ανυψωτήρα.`,
    map: 'Άνοιγμα στον χάρτη',
    groupLeader: 'Επικεφαλής ομάδας',
    nameAsBooked: 'Όπως στην κράτηση',
    passengers: 'Επιβάτες',
    wheelchair: (places) =>
      places === 1 ? 'Θέση για αναπηρικό αμαξίδιο' : `Θέσεις για αναπηρικό αμαξίδιο: ${places}`,
    wheelchairNumber: 'Αριθμός επιβεβαίωσης',
    fareDetails: 'Ανάλυση τιμής',
    total: 'Σύνολο',
    vat: (percent, amount) => `Περιλαμβάνεται Φ.Π.Α. ${percent} %: ${amount}`,
    goodToKnow: 'Χρήσιμες πληροφορίες',
    luggage: (kg) => `${kg} κιλά αποσκευές ανά επιβάτη`,
    luggageEach: 'Ένα τεμάχιο στον χώρο αποσκευών και ένα μικρό μαζί σας.',
    cancel: 'Αλλαγή ή ακύρωση',
    cancelUntil: (until, fee) =>
      `Έως ${until}, μπορείτε να αλλάξετε δωρεάν ή να ακυρώσετε με τέλος ${fee}. Μετά δεν γίνονται αλλαγές ούτε επιστροφές χρημάτων.`,
    cancelOver: 'Το εισιτήριο δεν αλλάζει πλέον και η αξία του δεν επιστρέφεται.',
    missed: 'Χάσατε το λεωφορείο;',
    missedRule:
      'Τότε το εισιτήριο ισχύει, για μία φορά, στο επόμενο δρομολόγιο μεταξύ των ίδιων στάσεων ή, αν είναι πλήρες, στο πρώτο επόμενο με ελεύθερη θέση. Δεν επιστρέφονται χρήματα.',
    missedWhere: 'Κλείστε τη θέση στη σελίδα του εισιτηρίου σας.',
    missedAlready:
      'Το εισιτήριο αυτό αντικαθιστά εκείνο για το δρομολόγιο που χάσατε. Ισχύει μόνο για αυτό το δρομολόγιο και η αξία του δεν επιστρέφεται.',
    show: 'Δείξτε αυτόν τον κωδικό κατά την επιβίβαση, τυπωμένο ή στο κινητό σας.',
    qr: (number) => `Κωδικός QR για την επιβίβαση: εισιτήριο ${number}`,
    online: 'Το εισιτήριο στο διαδίκτυο',
    demonstration: 'Δείγμα: το εισιτήριο αυτό δεν ισχύει για μετακίνηση.',
  },

  surcharge: (ride) => `Αλλαγή της κράτησής σας: ${ride}`,
  onBankPage: {
    back: 'Πίσω στην κράτηση',
    tickets: (reference, tickets, passengers) => {
      const count = passengers === 1 ? '1 επιβάτης' : `${passengers} επιβάτες`
      return `${tickets === 1 ? 'Εισιτήριο' : 'Εισιτήρια'} λεωφορείου ${reference}, ${count}`
    },
    change: (reference) => `Αλλαγή της κράτησης ${reference}`,
  },
  receipt: {
    receipt: 'Απόδειξη',
    'credit-note': 'Πιστωτικό σημείωμα',
    number: 'Αριθμός',
    issued: 'Ημερομηνία έκδοσης',
    fee: 'Παρακράτηση τέλους ακύρωσης',
    reduction: 'Μείωση τιμής',
    reducedBefore: 'Μείωση τιμής που είχε ήδη δοθεί',
    corrects: 'Διορθώνει την απόδειξη',
    customer: 'Πελάτης',
    reference: 'Αριθμός κράτησης',
    from: 'Εκδότης',
    company: 'Αριθμός εγγραφής εταιρείας',
    vatNumber: 'Αριθμός Φ.Π.Α.',
    licence: 'Άδεια μεταφορέα',
    description: 'Περιγραφή',
    each: 'Τιμή',
    amount: 'Ποσό',
    vatRate: 'Συντελεστής Φ.Π.Α.',
    net: 'Καθαρό ποσό',
    vat: 'Φ.Π.Α.',
    gross: 'Μικτό ποσό',
    total: 'Σύνολο',
    paidBy: 'Τρόπος πληρωμής',
    returnedTo: 'Επιστροφή σε',
    card: (brand, last4) => `κάρτα ${brand} •••• ${last4}`,
    anyCard: 'κάρτα',
    setOff: (number, amount) => `Συμψηφίζεται με ${number}: ${amount}`,
    nothingPaid: 'χωρίς χρέωση',
    included: 'Οι τιμές είναι σε ευρώ και περιλαμβάνουν Φ.Π.Α.',
    demonstration: 'Δείγμα: δεν κινήθηκαν χρήματα και το έγγραφο δεν έχει νομική ισχύ.',
  },

  manifest,

  calendar: {
    summary: (ride) => `Λεωφορείο: ${ride}`,
    beThere: (time, minutes) =>
      `Να είστε στη στάση έως ${withItsDay(time)} (ώρα Κύπρου), ${minutes} λεπτά πριν από την αναχώρηση.`,
    reference: (reference) => `Αριθμός κράτησης: ${reference}`,
    ticket: (url) => `Εισιτήριο: ${url}`,
  },

  mail: {
    confirmation: {
      subject: (count, ride, when) =>
        count === 1
          ? `Το εισιτήριό σας: ${ride}, ${when}`
          : `Τα ${count} εισιτήριά σας: ${ride}, ${when}`,
      title: 'Η κράτησή σας επιβεβαιώθηκε',
      intro: (count) =>
        count === 1
          ? 'Επισυνάπτουμε το εισιτήριό σας. Δείξτε το κατά την επιβίβαση, τυπωμένο ή στο κινητό σας.'
          : 'Επισυνάπτουμε τα εισιτήριά σας, ένα για κάθε διαδρομή. Δείξτε τα κατά την επιβίβαση, τυπωμένα ή στο κινητό σας.',
      showTicket: 'Δείτε το εισιτήριο',
      wheelchair: (places) =>
        places === 1
          ? 'Κρατήσαμε για εσάς μία θέση για αναπηρικό αμαξίδιο.'
          : `Κρατήσαμε για εσάς ${places} θέσεις για αναπηρικό αμαξίδιο.`,
      total: 'Πληρώσατε συνολικά',
      terms: (date) => `Οι όροι και προϋποθέσεις που αποδεχθήκατε (${date})`,
      calendar: 'Ανοίξτε το αρχείο ημερολογίου για να προσθέσετε κάθε διαδρομή στο ημερολόγιό σας.',
    },
    refund: {
      subject: (reference) => `Τα χρήματά σας επιστρέφονται: κράτηση ${reference}`,
      title: 'Τα χρήματά σας επιστρέφονται',
      late: (amount) =>
        `Η πληρωμή σας, ${amount}, έφτασε αφού είχε λήξει η δέσμευση των θέσεων, και στο μεταξύ οι θέσεις είχαν πουληθεί. Ζητούμε συγγνώμη.`,
      twice: (amount) =>
        `Η κράτησή σας πληρώθηκε δύο φορές: λάβαμε ${amount} για δεύτερη φορά. Ζητούμε συγγνώμη για την αναστάτωση.`,
      change: (amount) =>
        `Η πληρωμή σας, ${amount}, για αλλαγή της κράτησής σας έφτασε όταν η αλλαγή δεν μπορούσε πλέον να γίνει, οπότε δεν άλλαξε τίποτα.`,
      otherSum: (amount) =>
        `Η κάρτα σας χρεώθηκε ${amount}, ποσό που διαφέρει από την αξία της κράτησης, γι’ αυτό δεν μπορούσαμε να το δεχτούμε. Ζητούμε συγγνώμη για την αναστάτωση.`,
      tooMuch: (amount) =>
        `Η κάρτα σας χρεώθηκε ${amount} παραπάνω από όσο κοστίζει η κράτησή σας. Ζητούμε συγγνώμη για την αναστάτωση.`,
      whole: (amount, card) =>
        card
          ? `Ολόκληρο το ποσό, ${amount}, επιστρέφεται στην κάρτα σας με τελευταία ψηφία ${card}, χωρίς καμία παρακράτηση.`
          : `Ολόκληρο το ποσό, ${amount}, επιστρέφεται με τον ίδιο τρόπο που πληρώσατε, χωρίς καμία παρακράτηση.`,
      noTicket:
        'Για αυτή τη διαδρομή δεν υπάρχει κράτηση ούτε εισιτήριο. Μπορείτε να επιλέξετε άλλο δρομολόγιο.',
      stands: 'Η κράτησή σας ισχύει κανονικά, όπως και τα εισιτήριά σας.',
      bookAgain: 'Επιλέξτε άλλο δρομολόγιο',
    },
  },
}

/** "τις 08:20"; with its day, if that is still the day before, "τις 23:55, την Παρασκευή 20 …" */
function withItsDay(clock: string): string {
  const [time = '', day] = clock.split(', ')
  return day ? `${theHour(time)}, ${theDay(day)}` : theHour(time)
}

type NamedStop = { shortName: string; shortNameAccusative?: string | null }

/**
 * "από Λευκωσία προς Πρωταρά" takes the accusative; without it, the names are placed side by side.
 */
function rideInGreek(from: NamedStop, to: NamedStop): string {
  const [origin, destination] = [from.shortNameAccusative, to.shortNameAccusative]
  if (!origin || !destination) return `${from.shortName} – ${to.shortName}`
  return `από ${origin} προς ${destination}`
}
