import type { CardBehaviour, CardProblem } from '#bank/cards.ts'
import type { DeclineCode } from '#bank/order.ts'
import { theHour } from '#platform/greek-hours.ts'
import type { Locale } from '#platform/locale.ts'

/** The bank's sentences. Other languages must have the same, or the code does not compile. */
const en = {
  bank: 'Sandbox Bank',
  skip: 'Skip to the form',
  test: 'TEST – no real payment',
  testNote: 'This is a pretend bank, and it takes no money. Never type a real card number here.',
  errorPrefix: 'Error: ',
  errorTitle: 'Please check the form',

  payTitle: 'Pay by card',
  toPay: 'Amount to pay',
  order: 'Your order',
  times: (quantity: number) => `${quantity} ×`,
  validUntil: (time: string) => `This page is valid until ${time}, Cyprus time.`,
  timeLeft: 'Time left',
  soonOver: 'You have two minutes left to pay.',
  timeOver: 'Your time to pay has run out. Nothing was charged.',
  number: 'Card number',
  numberHint: 'One of the test cards listed on this page',
  expiry: 'Expiry date',
  expiryHint: 'Month and year, for example 09/29',
  cvc: 'Security code (CVC)',
  cvcHint: 'Any three digits will do',
  name: 'Name on card',
  pay: (amount: string) => `Pay ${amount}`,
  cancel: 'Cancel and return to the shop',
  back: 'Return to the shop',
  testCards: 'Test cards',
  testCardsNote: 'Any future expiry date and any three digits will do.',
  use: (ending: string) => `Use the card ending in ${ending}`,
  useShort: 'Use',

  challengeTitle: 'Confirm the payment',
  challengeText: (amount: string, card: string) =>
    `Your bank needs to check that it is you paying ${amount} with ${card}.`,
  challengeCodes:
    'No message is sent to your phone: 123456 is the right code, 000000 makes it fail.',
  challengeUntil: (time: string) => `Please answer by ${time}, Cyprus time.`,
  code: 'Code',
  codeHint: 'Six digits',
  confirm: 'Confirm',
  cancelChallenge: 'Cancel and use another card',
  codeInvalid: 'The code has six digits.',
  codeWrong: 'That is not the right code. Please try again.',
  cardEnding: (brand: string, last4: string) => `${brand} ending in ${last4}`,

  paidTitle: 'This payment has been made',
  paidText: 'You do not need to do anything else here. You were charged once.',
  processingTitle: 'This payment is being processed',
  processingText: 'Your bank has not given its final answer yet. Please do not pay again.',
  expiredTitle: 'This payment page has expired',
  cancelledTitle: 'This payment was cancelled',
  declinedTitle: 'This payment was declined',
  notCharged: 'Nothing was charged. You can start again in the shop.',
  missingTitle: 'There is no such payment',
  missingText: 'The address may be incomplete. Please go back to the shop and start from there.',
  faultTitle: 'Something went wrong',
  faultText:
    'Please try again in a moment. Before you pay again, check in the shop whether you already have.',

  problems: {
    'number-missing': 'Enter a card number.',
    'number-invalid': 'This is not a card number. Use one of the test cards.',
    'number-not-test':
      'Only the test cards listed on this page work. We have not kept this number.',
    'expiry-invalid': 'Enter the expiry date as month and year, for example 09/29.',
    'expiry-past': 'This expiry date has passed. Enter one in the future.',
    'cvc-invalid': 'Enter the three digits of the security code.',
    'name-missing': 'Enter the name on the card.',
  } satisfies Record<CardProblem, string>,
  declines: {
    do_not_honour: 'The card was declined. Please try another card.',
    insufficient_funds: 'There is not enough money on this card. Please try another card.',
    expired_card: 'This card has expired. Please try another card.',
    incorrect_cvc: 'The security code is wrong. Please check it or try another card.',
    authentication_failed: 'Your bank could not confirm that the card is yours. Please try again.',
    authentication_cancelled: 'You did not confirm the payment. You can try again.',
    authentication_timeout: 'The payment was not confirmed in time. You can try again.',
    issuer_timeout: 'Your bank did not respond. Please try another card.',
  } satisfies Record<DeclineCode, string>,
  behaviours: {
    paid: 'pays straight away',
    challenge: 'asks for a code, then pays',
    'challenge-fails': 'asks for a code, then fails',
    declined: 'is declined',
    insufficient: 'has too little money',
    expired: 'has expired',
    'bad-cvc': 'has a different security code',
    processing: 'pays after 15 seconds',
    'issuer-timeout': 'has a bank that does not respond',
    dispute: 'pays, then is disputed',
    'refund-fails': 'pays, but refunds fail later',
  } satisfies Record<CardBehaviour, string>,
}

export type Sentences = typeof en

const el: Sentences = {
  bank: 'Δοκιμαστική Τράπεζα',
  skip: 'Μετάβαση στη φόρμα',
  test: 'ΔΟΚΙΜΗ – δεν γίνεται πραγματική πληρωμή',
  testNote:
    'Η τράπεζα αυτή είναι εικονική και δεν εισπράττει χρήματα. Μην πληκτρολογήσετε ποτέ εδώ αριθμό πραγματικής κάρτας.',
  errorPrefix: 'Σφάλμα: ',
  errorTitle: 'Παρακαλούμε ελέγξτε τη φόρμα',

  payTitle: 'Πληρωμή με κάρτα',
  toPay: 'Ποσό πληρωμής',
  order: 'Η παραγγελία σας',
  times: (quantity) => `${quantity} ×`,
  validUntil: (time) => `Η σελίδα ισχύει έως ${theHour(time)}, ώρα Κύπρου.`,
  timeLeft: 'Απομένουν',
  soonOver: 'Απομένουν δύο λεπτά για την πληρωμή.',
  timeOver: 'Ο χρόνος για την πληρωμή έληξε. Δεν έγινε καμία χρέωση.',
  number: 'Αριθμός κάρτας',
  numberHint: 'Μία από τις δοκιμαστικές κάρτες αυτής της σελίδας',
  expiry: 'Ημερομηνία λήξης',
  expiryHint: 'Μήνας και έτος, για παράδειγμα 09/29',
  cvc: 'Κωδικός ασφαλείας (CVC)',
  cvcHint: 'Οποιαδήποτε τρία ψηφία',
  name: 'Όνομα στην κάρτα',
  pay: (amount) => `Πληρωμή ${amount}`,
  cancel: 'Ακύρωση και επιστροφή στο κατάστημα',
  back: 'Επιστροφή στο κατάστημα',
  testCards: 'Δοκιμαστικές κάρτες',
  testCardsNote:
    'Για όλες ισχύει οποιαδήποτε μελλοντική ημερομηνία λήξης και οποιαδήποτε τρία ψηφία.',
  use: (ending) => `Χρήση της κάρτας με τελευταία ψηφία ${ending}`,
  useShort: 'Χρήση',

  challengeTitle: 'Επιβεβαιώστε την πληρωμή',
  challengeText: (amount, card) =>
    `Η τράπεζα της κάρτας σας ρωτά αν πληρώνετε εσείς ${amount} με την κάρτα ${card}.`,
  challengeCodes:
    'Δεν στέλνεται μήνυμα στο τηλέφωνό σας: ο σωστός κωδικός είναι 123456, ενώ με τον 000000 η επιβεβαίωση αποτυγχάνει.',
  challengeUntil: (time) => `Παρακαλούμε απαντήστε έως ${theHour(time)}, ώρα Κύπρου.`,
  code: 'Κωδικός',
  codeHint: 'Έξι ψηφία',
  confirm: 'Επιβεβαίωση',
  cancelChallenge: 'Ακύρωση και χρήση άλλης κάρτας',
  codeInvalid: 'Ο κωδικός έχει έξι ψηφία.',
  codeWrong: 'Ο κωδικός δεν είναι σωστός. Παρακαλούμε δοκιμάστε ξανά.',
  cardEnding: (brand, last4) => `${brand} με τελευταία ψηφία ${last4}`,

  paidTitle: 'Η πληρωμή έγινε',
  paidText: 'Δεν χρειάζεται να κάνετε τίποτε άλλο εδώ. Χρεωθήκατε μία φορά.',
  processingTitle: 'Η πληρωμή είναι σε επεξεργασία',
  processingText:
    'Η τράπεζα της κάρτας σας δεν έχει δώσει ακόμη οριστική απάντηση. Παρακαλούμε μην πληρώσετε ξανά.',
  expiredTitle: 'Η σελίδα πληρωμής έληξε',
  cancelledTitle: 'Η πληρωμή ακυρώθηκε',
  declinedTitle: 'Η πληρωμή απορρίφθηκε',
  notCharged: 'Δεν έγινε καμία χρέωση. Μπορείτε να ξεκινήσετε πάλι από το κατάστημα.',
  missingTitle: 'Δεν υπάρχει τέτοια πληρωμή',
  missingText:
    'Ίσως η διεύθυνση δεν είναι πλήρης. Παρακαλούμε επιστρέψτε στο κατάστημα και ξεκινήστε από εκεί.',
  faultTitle: 'Κάτι δεν πήγε καλά',
  faultText:
    'Παρακαλούμε δοκιμάστε ξανά σε λίγο. Πριν πληρώσετε πάλι, δείτε στο κατάστημα μήπως έχετε ήδη πληρώσει.',

  problems: {
    'number-missing': 'Συμπληρώστε τον αριθμό κάρτας.',
    'number-invalid':
      'Αυτός δεν είναι αριθμός κάρτας. Χρησιμοποιήστε μία από τις δοκιμαστικές κάρτες.',
    'number-not-test':
      'Λειτουργούν μόνο οι δοκιμαστικές κάρτες αυτής της σελίδας. Ο αριθμός δεν αποθηκεύτηκε.',
    'expiry-invalid': 'Συμπληρώστε τη λήξη με μήνα και έτος, για παράδειγμα 09/29.',
    'expiry-past': 'Η ημερομηνία λήξης έχει περάσει. Συμπληρώστε μια μελλοντική.',
    'cvc-invalid': 'Συμπληρώστε τα τρία ψηφία του κωδικού ασφαλείας.',
    'name-missing': 'Συμπληρώστε το όνομα που αναγράφεται στην κάρτα.',
  },
  declines: {
    do_not_honour: 'Η κάρτα απορρίφθηκε. Παρακαλούμε δοκιμάστε άλλη κάρτα.',
    insufficient_funds: 'Το υπόλοιπο της κάρτας δεν επαρκεί. Παρακαλούμε δοκιμάστε άλλη κάρτα.',
    expired_card: 'Η κάρτα έχει λήξει. Παρακαλούμε δοκιμάστε άλλη κάρτα.',
    incorrect_cvc:
      'Ο κωδικός ασφαλείας είναι λάθος. Παρακαλούμε ελέγξτε τον ή δοκιμάστε άλλη κάρτα.',
    authentication_failed:
      'Δεν επιβεβαιώθηκε ότι η κάρτα είναι δική σας. Παρακαλούμε δοκιμάστε ξανά.',
    authentication_cancelled: 'Δεν επιβεβαιώσατε την πληρωμή. Μπορείτε να δοκιμάσετε ξανά.',
    authentication_timeout: 'Η πληρωμή δεν επιβεβαιώθηκε εγκαίρως. Μπορείτε να δοκιμάσετε ξανά.',
    issuer_timeout: 'Η τράπεζα της κάρτας δεν απάντησε. Παρακαλούμε δοκιμάστε άλλη κάρτα.',
  },
  behaviours: {
    paid: 'πληρώνεται αμέσως',
    challenge: 'ζητά κωδικό και μετά πληρώνεται',
    'challenge-fails': 'ζητά κωδικό και μετά αποτυγχάνει',
    declined: 'απορρίπτεται',
    insufficient: 'δεν έχει αρκετό υπόλοιπο',
    expired: 'έχει λήξει',
    'bad-cvc': 'έχει άλλον κωδικό ασφαλείας',
    processing: 'πληρώνεται μετά από 15 δευτερόλεπτα',
    'issuer-timeout': 'έχει τράπεζα που δεν απαντά',
    dispute: 'πληρώνεται και μετά αμφισβητείται',
    'refund-fails': 'πληρώνεται, αλλά οι επιστροφές χρημάτων αποτυγχάνουν αργότερα',
  },
}

export const sentences: Record<Locale, Sentences> = { en, el }
