import { COACH_SEATS, MIDICOACH_SEATS } from '#modules/rules/rules.ts'
import { operator } from '#operator'
import { theDate } from '#platform/greek-hours.ts'

import type { EnquiryWords } from './en.ts'

export const el: EnquiryWords = {
  kinds: {
    contact: 'Μήνυμα',
    'school-service': 'Μεταφορά μαθητών',
    'vip-taxi': 'Ταξί VIP',
    'private-hire': 'Ιδιωτικές μεταφορές',
    'coach-hire': 'Ενοικίαση πούλμαν με οδηγό',
    'wheelchair-accessible-transport': 'Μεταφορά ατόμων με αναπηρικό αμαξίδιο',
    'airline-crew-transport': 'Μεταφορά πληρωμάτων αεροπορικών εταιρειών',
  },
  fields: {
    'first-name': 'Όνομα',
    'last-name': 'Επώνυμο',
    email: 'Διεύθυνση email',
    phone: 'Τηλέφωνο',
    topic: 'Τι αφορά;',
    'booking-reference': 'Αριθμός κράτησης',
    message: 'Μήνυμα',
    notes: 'Τι άλλο πρέπει να ξέρουμε;',
    from: 'Από',
    to: 'Προς',
    date: 'Ημερομηνία',
    time: 'Ώρα',
    'return-date': 'Ημερομηνία επιστροφής',
    'return-time': 'Ώρα επιστροφής',
    flight: 'Αριθμός πτήσης',
    people: 'Αριθμός ατόμων',
    organisation: 'Εταιρεία, σχολείο ή σύλλογος',
    coach: 'Είδος πούλμαν',
    school: 'Σχολείο και διεύθυνσή του',
    pupils: 'Αριθμός μαθητών',
    'school-runs': 'Ποιες διαδρομές;',
    'school-times': 'Ώρες έναρξης και λήξης των μαθημάτων',
    wheelchairs: 'Αριθμός αμαξιδίων',
    'wheelchair-type': 'Είδος αμαξιδίου',
    airline: 'Αεροπορική εταιρεία ή πρακτορείο',
    airport: 'Αεροδρόμιο',
    crew: 'Μέλη πληρώματος ανά μεταφορά',
    regularity: 'Πόσο συχνά;',
  },
  fieldsOf: {
    'school-service': { from: 'Περιοχή όπου επιβιβάζονται οι μαθητές', date: 'Πρώτη ημέρα' },
    'airline-crew-transport': { to: 'Ξενοδοχείο ή διεύθυνση στην πόλη', date: 'Πρώτη ημέρα' },
  },
  choices: {
    topic: {
      question: 'Μια ερώτηση',
      booking: 'Η κράτησή μου: αλλαγή, ακύρωση, απόδειξη',
      'lost-property': 'Κάτι που ξέχασα σε λεωφορείο',
      complaint: 'Ένα παράπονο',
      other: 'Κάτι άλλο',
    },
    'school-runs': {
      'both-ways': 'Προς το σχολείο και επιστροφή, κάθε σχολική ημέρα',
      mornings: 'Μόνο προς το σχολείο',
      afternoons: 'Μόνο από το σχολείο',
      outing: 'Εκδρομή ή επίσκεψη',
    },
    coach: {
      midicoach: `Μικρό πούλμαν, έως ${MIDICOACH_SEATS} θέσεις`,
      coach: `Πούλμαν, έως ${COACH_SEATS} θέσεις`,
      several: 'Περισσότερα πούλμαν',
      'advise-me': 'Θα ήθελα τη συμβουλή σας',
    },
    wheelchair: {
      manual: 'Χειροκίνητο αμαξίδιο',
      powered: 'Ηλεκτροκίνητο αμαξίδιο',
      scooter: 'Ηλεκτρικό σκούτερ για άτομα με μειωμένη κινητικότητα',
    },
    airport: { larnaca: 'Λάρνακα', paphos: 'Πάφος', both: 'Και τα δύο' },
    regularity: { regular: 'Τακτικά, βάσει προγράμματος', once: 'Μία φορά' },
  },
  mail: {
    why: `Λαμβάνετε αυτό το μήνυμα επειδή η διεύθυνση αυτή συμπληρώθηκε σε φόρμα του ιστότοπου της ${operator.name}.`,
    acknowledgement: {
      subject: (reference) => `Λάβαμε το μήνυμά σας: ${reference}`,
      complaintSubject: (reference) => `Λάβαμε το παράπονό σας: ${reference}`,
      title: 'Λάβαμε το μήνυμά σας',
      complaintTitle: 'Λάβαμε το παράπονό σας',
      received: (when) => `Το λάβαμε ${when}.`,
      receivedFor: (service, when) => `${service}: το λάβαμε ${when}.`,
      reference: (reference) =>
        `Ο αριθμός αναφοράς του είναι ${reference}. Παρακαλούμε να τον αναφέρετε όταν μας γράφετε ή μας καλείτε σχετικά.`,
      message: 'Θα το διαβάσει κάποιος από εμάς και θα σας απαντήσουμε σε αυτή τη διεύθυνση.',
      service:
        'Θα εξετάσουμε τι είναι δυνατό και θα σας στείλουμε προσφορά σε αυτή τη διεύθυνση. Δεν δεσμεύεστε πριν την αποδεχθείτε.',
      complaint: (first, final) =>
        `Έως ${theDate(first)} θα σας ενημερώσουμε σε ποιο στάδιο βρίσκεται και έως ${theDate(final)} τι αποφασίσαμε.`,
      authority:
        'Αν διαφωνείτε με την απάντησή μας ή δεν τη λάβετε εγκαίρως, μπορείτε να απευθυνθείτε στο Υπουργείο Μεταφορών, Επικοινωνιών και Έργων.',
      notMe:
        'Αν δεν μας γράψατε εσείς, δεν χρειάζεται να κάνετε τίποτα: δεν χρησιμοποιούμε τη διεύθυνσή σας για τίποτε άλλο.',
    },
    forwarded: {
      subject: (kind, reference) => `${kind}: ${reference}`,
      answer: 'Η απάντηση σε αυτό το μήνυμα πηγαίνει στον αποστολέα.',
      language: 'Γλώσσα του αποστολέα',
      received: 'Ελήφθη',
      suspicions: 'Στάλθηκε αφού η φόρμα ρώτησε αν τη στέλνει άνθρωπος',
      firstAnswerBy: 'Πρώτη απάντηση, κατά τον νόμο, έως',
      finalAnswerBy: 'Τελική απάντηση, κατά τον νόμο, έως',
    },
  },
}
