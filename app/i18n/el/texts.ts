import type { Messages } from '#app/i18n/en.ts'

export const texts: Messages['texts'] = {
  onThisPage: 'Σε αυτή τη σελίδα',
  howToChange: 'Καλέστε μας ή γράψτε μας, αναφέροντας τον αριθμό κράτησής σας.',
  howToMove: 'Δείξτε το εισιτήριό σας στον οδηγό του λεωφορείου.',
  inForceSince: (date) => `Ισχύουν από ${date}. Η έκδοση αυτή σημειώνεται σε κάθε παραγγελία.`,
  ride: 'Διαδρομή',
  route: 'Διαδρομή',
  travelTime: 'Διάρκεια',
  allQuestions: 'Όλες οι ερωτήσεις και οι απαντήσεις',
  notAnswered: 'Δεν βρήκατε την ερώτησή σας;',
  askUs: 'Ρωτήστε μας',
  askForOffer: 'Ζητήστε προσφορά',
  otherServices: 'Οι άλλες μας υπηρεσίες',
  services: 'Υπηρεσίες',
}
