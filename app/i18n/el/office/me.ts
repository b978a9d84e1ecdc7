import type { Messages } from '#app/i18n/en.ts'

export const me: Messages['office']['me'] = {
  title: 'Το προφίλ μου',
  factorsTitle: 'Δεύτεροι παράγοντες',
  factorsIntro:
    'Χρειάζεστε τουλάχιστον έναν· καλύτερα δύο, για την περίπτωση που χαθεί το τηλέφωνο. Κάθε αλλαγή τερματίζει τις άλλες συνδέσεις σας.',
  authenticatorSince: (date) => `Εφαρμογή ελέγχου ταυτότητας, από ${date}`,
  passkey: (device, date) => `Κλειδί πρόσβασης${device && `, ${device}`}, από ${date}`,
  remove: 'Κατάργηση',
  addAuthenticator: 'Ρύθμιση εφαρμογής ελέγχου ταυτότητας',
  replaceAuthenticator: 'Ρύθμιση άλλης εφαρμογής ελέγχου ταυτότητας',
  addPasskey: 'Προσθήκη κλειδιού πρόσβασης',
  codesTitle: 'Κωδικοί ανάκτησης',
  codesLeft: (count) =>
    count === 1
      ? 'Σας απομένει ένας κωδικός ανάκτησης.'
      : `Σας απομένουν ${count} κωδικοί ανάκτησης.`,
  newCodes: 'Δημιουργία νέων',
  newCodesIntro: 'Οι προηγούμενοι κωδικοί παύουν να ισχύουν.',
  saveCodes: 'Χρήση αυτών των κωδικών',
  sessionsTitle: 'Συνδέσεις',
  unknownDevice: 'Άγνωστη συσκευή',
  here: 'αυτή',
  session: (since, used) => `από ${since}, τελευταία χρήση ${used}`,
  endSession: 'Τερματισμός',
  endOthers: 'Τερματισμός όλων των άλλων',
  passwordTitle: 'Κωδικός πρόσβασης',
  currentPassword: 'Τρέχων κωδικός πρόσβασης',
  changePassword: 'Αλλαγή κωδικού πρόσβασης',
  preferencesTitle: 'Προτιμήσεις',
  language: 'Γλώσσα των σελίδων και των email σας',
  shortcuts: 'Μεμονωμένα πλήκτρα λειτουργούν ως συντομεύσεις, όπως το / για την αναζήτηση',
  savePreferences: 'Αποθήκευση',
}
