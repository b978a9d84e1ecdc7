import type { Messages } from '#app/i18n/en.ts'

export const toldReason: Messages['office']['incidents']['toldReason'] = {
  reason: 'Αιτία για τους επιβάτες',
  hint: 'Εμφανίζεται στα email, στην κράτηση και στις εφαρμογές δρομολογίων.',
  none: 'Δεν λέμε αιτία',
  own: 'Με δικά σας λόγια',
  ownHint: (most) =>
    `Χρησιμοποιείται αντί για την πιο πάνω αιτία. Συμπληρώστε όλες τις γλώσσες, με έως ${most} χαρακτήρες στην καθεμιά.`,
  words: (language) => `Η αιτία με λόγια, ${language}`,
  read: 'Τι διαβάζουν οι επιβάτες',
  told: 'Τι λέμε στους επιβάτες',
  notTold: 'Δεν λέμε αιτία στους επιβάτες.',
  refusals: {
    'language-missing': 'Γράψτε την αιτία για τους επιβάτες σε όλες τις γλώσσες ή σε καμία.',
    'reason-too-long': (most) => `Η αιτία για τους επιβάτες έχει έως ${most} χαρακτήρες.`,
  },
}
