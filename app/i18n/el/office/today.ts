import type { Messages } from '#app/i18n/en.ts'
import type { DifferenceKind } from '#modules/timetable/departure-status.ts'
import { dayMonthYear } from '#platform/format/dates.ts'
import { ofTheHour, onTheDate, theDate, theDay, theHour } from '#platform/greek-hours.ts'

const differences: Record<DifferenceKind, string> = {
  absent: 'δεν υπάρχει πλέον στο πρόγραμμα',
  moved: 'στο πρόγραμμα έχει άλλες ώρες ή στάσεις',
  altered: 'στο πρόγραμμα έχει άλλο λεωφορείο',
  runs: 'ακυρώθηκε, αλλά παραμένει στο πρόγραμμα',
}

export const today: Messages['office']['today'] = {
  title: 'Σήμερα',
  asOf: (time) => `Στοιχεία ${ofTheHour(time)}`,
  refresh: {
    again: 'Ανανέωση',
    pause: 'Παύση ενημέρωσης',
    resume: 'Συνέχιση ενημέρωσης',
    fresh: (time) => `Τελευταία ενημέρωση: ${time}`,
    paused: (time) => `Σε παύση. Τελευταία ενημέρωση: ${time}.`,
    stale: (time) => `Δεν υπάρχει σύνδεση. Τελευταία ενημέρωση: ${time}.`,
    newProblem: 'Νέο πρόβλημα:',
  },
  late: {
    reported: (minutes: number) => `Δηλώθηκε καθυστέρηση ${minutes}′.`,
    undo: 'Αναίρεση. Όσοι ειδοποιήθηκαν ήδη θα ειδοποιηθούν ξανά.',
  },
  approvals: {
    title: 'Για έγκριση από δεύτερο άτομο',
    hint: 'Μετά την έγκριση, όποιος τη ζήτησε πατά ξανά το κουμπί και τότε γίνεται η πράξη· οι πωλήσεις στην πόρτα αναιρούνται αμέσως. Το αίτημα λήγει σε 24 ώρες.',
    wants: {
      given: (who, amount) => `${who}: παροχή ${amount} κατ’ εξαίρεση από τους κανόνες.`,
      refunded: (who, amount) => `${who}: επιστροφή ${amount} σε μετρητά.`,
      'paid-otherwise': (who, amount) =>
        `${who}: καταχώριση ότι επιστροφή ${amount} πληρώθηκε με άλλον τρόπο.`,
      'paid-out': (who, amount) => `${who}: εκροή ${amount} από το ταμείο.`,
      undone: (who, amount) => `${who}: αναίρεση πώλησης ${amount}.`,
      'undone-aboard': (who, amount) =>
        `${who}: αναίρεση πώλησης ${amount} στην πόρτα, ενώ οι επιβάτες ίσως ταξίδεψαν.`,
      'card-in-cash': (who, amount) =>
        `${who}: επιστροφή ${amount} σε μετρητά, ενώ είχαν πληρωθεί με κάρτα.`,
      'own-till': (who, amount) => `${who}: διόρθωση του δικού του ταμείου κατά ${amount}.`,
    },
    because: (reason, since) => `«${reason}», αίτημα ${since}`,
    whyDoubtful: {
      boarded: 'Οι επιβάτες της είχαν καταμετρηθεί',
      left: 'Το λεωφορείο είχε φύγει από τη στάση',
      'too-late': 'Είχε λήξει η προθεσμία αναίρεσης',
      'too-much': 'Έχουν αναιρεθεί πολλές πωλήσεις σήμερα',
    },
    own: 'Αποφασίζει συνάδελφος.',
    confirm: (amount) => `Έγκριση ${amount}`,
    refuse: (amount) => `Απόρριψη ${amount}`,
    departure: 'Δρομολόγιο',
    till: 'Ταμείο',
    asked: (amount) =>
      `Δεν έγινε τίποτα: για ${amount} χρειάζεται και δεύτερο άτομο. Ζητήθηκε έγκριση από τους συναδέλφους στη σελίδα «Σήμερα». Μόλις εγκριθεί, πατήστε ξανά με το ίδιο ποσό.`,
    refusals: {
      'no-such-request': 'Δεν υπάρχει τέτοιο αίτημα.',
      'own-request': 'Κανείς δεν εγκρίνει δικό του αίτημα.',
      'decided-already': 'Έχει ήδη αποφασίσει συνάδελφος.',
      lapsed: 'Το αίτημα έληξε. Πρέπει να υποβληθεί ξανά.',
      changed: 'Η κράτηση άλλαξε ή επιστράφηκε στο μεταξύ. Απορρίψτε το αίτημα.',
    },
  },
  given: {
    title: 'Παροχές, αναιρέσεις, εκροές και πωλήσεις με κάρτα σήμερα',
    none: 'Τίποτα σήμερα.',
    who: 'Όνομα',
    what: 'Τι',
    times: 'Φορές',
    amount: 'Ποσό',
    confirmed: 'Με έγκριση συναδέλφου',
    kinds: {
      given: 'παροχές κατ’ εξαίρεση',
      refunded: 'επιστροφές σε μετρητά',
      'paid-otherwise': 'επιστροφές με άλλον τρόπο',
      'paid-out': 'εκροές από το ταμείο',
      undone: 'πωλήσεις που αναιρέθηκαν στην πόρτα',
      'undone-aboard': 'πωλήσεις που αναιρέθηκαν ενώ οι επιβάτες ίσως ταξίδεψαν',
      'card-in-cash': 'πληρωμές με κάρτα που επιστράφηκαν σε μετρητά',
      'own-till': 'διορθώσεις δικού του ταμείου',
      'on-terminal': 'πωλήσεις στο τερματικό καρτών, για σύγκριση με το σύνολό του',
    },
  },
  problems: {
    title: 'Προβλήματα',
    none: 'Δεν υπάρχουν προβλήματα.',
    more: (count) => (count === 1 ? 'Ακόμη 1 παρόμοιο' : `Ακόμη ${count} παρόμοια`),
    since: (time) => `από ${time}`,
    times: (count) => `${count} φορές`,
    seen: 'Το είδα',
    seenOf: (what) => `Το είδα: ${what}`,
    open: 'Άνοιγμα',
    alerts: {
      'amount-differs': () => 'Ο πάροχος εισέπραξε άλλο ποσό από αυτό που ζητήσαμε',
      'captures-unknown': ({ provider, refunded, waiting }) =>
        `Ο πάροχος ${provider} έχει χρήματα που είχαν χαθεί από τη βάση δεδομένων: πληρωμές προς επιστροφή: ${refunded}, σε αναμονή απόφασης: ${waiting}`,
      'checkout-rejected': () => 'Ο πάροχος πληρωμών απορρίπτει τις κρατήσεις μας',
      'complaint-due': ({ reference, by }) =>
        `Παράπονο ${reference}: νόμιμη προθεσμία απάντησης έως ${theDate(dayOf(by))}`,
      'complaint-overdue': ({ reference, by }) =>
        `Παράπονο ${reference}: η νόμιμη προθεσμία απάντησης έληξε (${dayOf(by)})`,
      'departure-over-full': ({ seats, wanted }) =>
        `Δεσμεύτηκαν ${seats} θέσεις σε λεωφορείο που τώρα έχει ${wanted}`,
      'enquiry-not-forwarded': () => 'Ένα μήνυμα της φόρμας δεν έφτασε στην εταιρεία με email',
      'foreign-payment': () => 'Ο πάροχος αναφέρει πληρωμή που δεν είναι δική μας',
      'mail-parked': () => 'Ένα email δεν ήταν δυνατό να σταλεί',
      'mail-refused': () => 'Μια διεύθυνση δεν δέχτηκε το email μας',
      'many-forms-refused': ({ count }) => `Απορρίφθηκαν ${count} φόρμες μέσα σε δέκα λεπτά`,
      'many-limits-refused': ({ count }) => `${count} αιτήματα πάνω από το όριο μέσα σε δέκα λεπτά`,
      'many-links-refused': ({ count }) =>
        `Άνοιξαν ${count} λανθασμένοι σύνδεσμοι μέσα σε δέκα λεπτά`,
      'many-wrong-log-ins': ({ count }) => `Απέτυχαν ${count} συνδέσεις μέσα σε δέκα λεπτά`,
      'money-without-order': () =>
        'Εισπράχθηκαν χρήματα που δεν αντιστοιχούν σε κράτηση· επιστρέφονται',
      'no-synchronous-standby': () =>
        'Οι πωλήσεις δεν αντιγράφονται πλέον σε δεύτερο υπολογιστή τη στιγμή που γίνονται',
      'notice-of-unknown-payment': () => 'Ο πάροχος αναφέρει πληρωμή που δεν γνωρίζουμε',
      'notice-parked': () => 'Μια ειδοποίηση του παρόχου δεν ήταν δυνατό να διαβαστεί',
      'payment-disputed': () => 'Ένας κάτοχος κάρτας αμφισβητεί μια πληρωμή',
      'payment-without-end': () => 'Μια πληρωμή δεν έχει αποτέλεσμα εδώ και μία ημέρα',
      'promise-broken': ({ all }) =>
        all === 1 ? 'Ένας κανόνας παραβιάζεται' : `Ένας κανόνας παραβιάζεται σε ${all} σημεία`,
      'refund-failed': () => 'Μια επιστροφή χρημάτων απορρίφθηκε',
      'refund-made-at-provider': () => 'Έγινε επιστροφή χρημάτων από την πύλη του παρόχου',
      'refund-of-disputed-payment': () => 'Μια επιστροφή χρημάτων περιμένει να λήξει η αμφισβήτηση',
      'refund-stuck': () => 'Μια επιστροφή χρημάτων δεν έχει απάντηση εδώ και δέκα ώρες',
      'seats-hoarded': ({ buses, held }) =>
        `Δεσμεύσεις που δεν πληρώθηκαν κρατούν θέσεις σε ${buses === 1 ? '1 λεωφορείο' : `${buses} λεωφορεία`}, ${held} στο πιο γεμάτο`,
      'settlement-differs': ({ day, provider, differences: count }) =>
        `Εκκαθάριση ${day}: ${count === 1 ? '1 διαφορά' : `${count} διαφορές`} με τον πάροχο ${provider}`,
      'watch-failed': () => 'Ο έλεγχος των κανόνων του συστήματος απέτυχε',
      'walk-up-not-undone': ({ reference }) =>
        `Ο οδηγός ακύρωσε μια πώληση στην πόρτα, αλλά αυτή παραμένει στα βιβλία: ${reference}`,
      'walk-up-unknown': ({ reference }) =>
        `Ένα τηλέφωνο δηλώνει πώληση στην πόρτα που δεν αντιστοιχεί σε θέσεις του: ${reference}`,
      'settlement-without-answer': ({ day }) => `Εκκαθάριση ${day}: ένας πάροχος δεν απάντησε`,
      'timetable-not-published': () =>
        'Ένα πρόγραμμα δεν δημοσιεύτηκε στην ώρα του. Το προσχέδιό του, στη σελίδα «Πρόγραμμα», γράφει γιατί.',
    },
    breach: (id, count, promise) =>
      count === 1
        ? `Ο κανόνας ${id} παραβιάζεται: ${promise}`
        : `Ο κανόνας ${id} παραβιάζεται σε ${count} σημεία: ${promise}`,
    overFull: (time, stop, count) =>
      count === 1
        ? `${time}, ${stop}: δεσμευμένη 1 θέση παραπάνω`
        : `${time}, ${stop}: δεσμευμένες ${count} θέσεις παραπάνω`,
    payments: {
      review: (reference, asked, captured) =>
        `${reference}: πληρώθηκαν ${captured} αντί για ${asked}`,
      lost: (reference, asked) =>
        `${reference}: πληρώθηκαν ${asked} και η πληρωμή είχε χαθεί από τη βάση δεδομένων`,
      disputed: (reference, asked) => `${reference}: η πληρωμή των ${asked} αμφισβητείται`,
      'without-end': (reference, asked) =>
        `${reference}: η πληρωμή των ${asked} δεν έχει αποτέλεσμα εδώ και μία ημέρα`,
    },
    refund: (reference, amount) => `${reference}: η επιστροφή των ${amount} δεν έχει ολοκληρωθεί`,
    mail: {
      refused: (reference, when) =>
        `${reference}: η διεύθυνση δεν δέχτηκε το email μας· αναχώρηση ${when}`,
      parked: (reference, when) =>
        `${reference}: το email μας δεν ήταν δυνατό να σταλεί· αναχώρηση ${when}`,
    },
    unanswered: (reference) => `Το μήνυμα ${reference} περιμένει απάντηση πάνω από μία ημέρα`,
    complaint: (reference, date) =>
      `Παράπονο ${reference}: νόμιμη προθεσμία απάντησης έως ${theDate(date)}`,
    overdue: (reference, date) =>
      `Παράπονο ${reference}: η νόμιμη προθεσμία απάντησης έληξε (${date})`,
    differences,
    difference: (when, stop, kind, holders) =>
      `${when}, ${stop}: ${differences[kind]}, ${holders} ${holders === 1 ? 'κράτηση' : 'κρατήσεις'}`,
    boardedTwice: (bus, ticket, tooMany) =>
      `${bus}: ${tooMany === 1 ? 'επιβιβάστηκε 1 άτομο' : `επιβιβάστηκαν ${tooMany} άτομα`} παραπάνω με το εισιτήριο ${ticket}`,
    withoutSeat: (bus, ticket, short) =>
      `${bus}: ${short === 1 ? 'μία θέση' : `${short} θέσεις`} όσων επιβιβάστηκαν από άλλο δρομολόγιο με το εισιτήριο ${ticket} ${short === 1 ? 'είχε' : 'είχαν'} ήδη πωληθεί`,
    withoutSpace: (bus, spaces) =>
      `${bus}: υπάρχει κράτηση, αλλά το λεωφορείο δεν έχει θέση για ${spaces === 1 ? 'ένα αναπηρικό αμαξίδιο' : `${spaces} αναπηρικά αμαξίδια`}`,
    calls: (people, first, withPhone) =>
      `${people === 1 ? '1 άτομο' : `${people} άτομα`} προς κλήση, πρώτο λεωφορείο ${first}· ${withPhone === 0 ? 'καμία κράτηση δεν έχει τηλέφωνο' : withPhone === 1 ? '1 κράτηση έχει τηλέφωνο' : `${withPhone} κρατήσεις έχουν τηλέφωνο`}`,
    silentBus: (bus, booked) =>
      `${bus}: κανένα τηλέφωνο δεν ανέφερε ποιοι επιβιβάστηκαν, κρατημένες θέσεις: ${booked}`,
    emptyBus: (bus, booked) => `${bus}: αναχώρησε χωρίς επιβάτες, κρατημένες θέσεις: ${booked}`,
    undriven: {
      nobody: (when, way) => `${when}, ${way}: δεν έχει οδηγό`,
      absent: (when, way, driver) => `${when}, ${way}: απουσιάζει ο οδηγός (${driver})`,
      left: (when, way, driver) =>
        `${when}, ${way}: ο οδηγός (${driver}) δεν οδηγεί πλέον για την εταιρεία`,
    },
    inWorkshop: (when, way, plate) => `${when}, ${way}: το ${plate} είναι στο συνεργείο`,
    duties: (count) =>
      count === 1
        ? 'Μία βάρδια σήμερα ή αύριο χρειάζεται έλεγχο'
        : `${count} βάρδιες σήμερα και αύριο χρειάζονται έλεγχο`,
    timetableEnds: (date) => `Το πρόγραμμα δρομολογίων λήγει ${onTheDate(date)}`,
    noTimetable: 'Δεν υπάρχει πρόγραμμα δρομολογίων',
  },
  seenRefusals: {
    'no-such-alert': 'Η ειδοποίηση αυτή δεν υπάρχει πλέον.',
    over: (when) => `Η αιτία της έληξε ${when}, οπότε δεν μένει κάτι να γίνει.`,
    'acknowledged-already': (name, when) => `Την είδε ήδη ${when}: ${name}.`,
    somebody: 'συνάδελφος',
  },
  departures: {
    title: 'Τώρα και στη συνέχεια',
    caption: (from, until) => `Αναχωρήσεις από ${theHour(from)} έως ${theHour(until)}`,
    empty: (from, until) => `Καμία αναχώρηση από ${theHour(from)} έως ${theHour(until)}.`,
    rest: 'Όλες οι αναχωρήσεις της ημέρας',
    more: 'Επόμενες αναχωρήσεις',
    aboard: 'Επιβίβαση',
    ofPeople: (aboard, booked) => `${aboard}/${booked}`,
    acts: 'Ενέργειες',
    manifest: 'Κατάσταση επιβατών',
    late: 'Καθυστέρηση …',
    planned: 'Κανονικά',
  },
  sales: {
    title: 'Πωλήσεις',
    chart: (sum, time, before, weekday) =>
      `Πωλήσεις ανά ώρα: σήμερα ${sum} έως ${theHour(time)}, ${theDay(weekday)} της περασμένης εβδομάδας ${before} έως την ίδια ώρα`,
    soFar: (sum, receipts) =>
      `${sum} σήμερα, σε ${receipts} ${receipts === 1 ? 'πώληση' : 'πωλήσεις'}`,
    before: (before, weekday) =>
      `${before} έως την ίδια ώρα, ${theDay(weekday)} της περασμένης εβδομάδας`,
    today: 'Σήμερα',
    lastWeek: (weekday) => `${weekday} περασμένης εβδομάδας`,
    figures: 'Τα στοιχεία του διαγράμματος',
    hour: 'Ώρα',
    hours: (from) => `${from}:00`,
    none: 'Δεν έγινε καμία πώληση σήμερα ούτε την ίδια ημέρα της περασμένης εβδομάδας.',
  },
  seats: {
    title: 'Πωλήσεις σήμερα για τις επόμενες ημέρες',
    chart: (seats) => `Θέσεις που πωλήθηκαν σήμερα για τις επόμενες επτά ημέρες: ${seats}`,
    largest: (seats) => (seats === 1 ? '1 θέση' : `${seats} θέσεις`),
    date: 'Ημερομηνία ταξιδιού',
    seats: 'Θέσεις',
  },
}

/** The day in a fact of an alert. */
function dayOf(fact: string | number | null | undefined): string {
  return dayMonthYear(Temporal.PlainDate.from(String(fact)), 'el')
}
