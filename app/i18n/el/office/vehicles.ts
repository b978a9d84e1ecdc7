import type { Messages } from '#app/i18n/en.ts'

export const vehicles: Messages['office']['vehicles'] = {
  title: 'Οχήματα',
  add: 'Νέο όχημα',
  newTitle: 'Νέο όχημα',
  empty:
    'Δεν υπάρχουν οχήματα ακόμη. Μόλις τα δρομολόγια αποκτήσουν όχημα, στο καθένα πωλούνται οι θέσεις του οχήματός του.',
  caption: 'Οχήματα κατά αριθμό εγγραφής',
  plate: 'Αριθμός εγγραφής',
  name: 'Όνομα',
  nameHint: 'Όπως το λένε οι οδηγοί. Μπορεί να μείνει κενό.',
  seats: 'Θέσεις',
  wheelchairs: 'Θέσεις για αναπηρικό αμαξίδιο',
  wheelchairsShort: 'Αμαξίδια',
  lift: 'Έχει ανυψωτήρα ή ράμπα',
  liftHint: 'Χωρίς ανυψωτήρα ή ράμπα δεν πωλούνται θέσεις για αναπηρικό αμαξίδιο.',
  liftHead: 'Ανυψωτήρας ή ράμπα',
  yes: 'Ναι',
  no: 'Όχι',
  state: 'Κατάσταση',
  states: { 'in-service': 'Σε λειτουργία', workshop: 'Στο συνεργείο', sold: 'Πωλήθηκε' },
  workshopFromUntil: (from, until) => `Συνεργείο από ${from} έως ${until}`,
  workshopFrom: 'Στο συνεργείο από',
  workshopUntil: 'Επιστροφή από το συνεργείο',
  workshopHint: 'Μόνο για όχημα στο συνεργείο. Οι ώρες είναι σε ώρα Κύπρου.',
  next: 'Επόμενο δρομολόγιο',
  runs: 'Δρομολόγια των επόμενων επτά ημερών',
  noRuns: 'Κανένα δρομολόγιο των επόμενων επτά ημερών δεν έχει αυτό το όχημα.',
  time: 'Ώρα',
  journey: 'Διαδρομή',
  inWorkshopThen: 'τότε στο συνεργείο',
  option: (plate, places) => `${plate} · ${places}`,
  places: (seats, wheelchairs) => {
    const people = seats === 1 ? '1 θέση' : `${seats} θέσεις`
    if (wheelchairs === 0) return `${people}, χωρίς αμαξίδια`
    const chairs = wheelchairs === 1 ? '1 αμαξίδιο' : `${wheelchairs} αμαξίδια`
    return `${people}, ${chairs}`
  },
  save: 'Αποθήκευση',
  refusals: {
    'plate-missing': 'Γράψτε τον αριθμό εγγραφής, με έως 12 χαρακτήρες.',
    'seats-missing': 'Γράψτε έναν ακέραιο από 1 έως 200.',
    'wheelchairs-missing': 'Γράψτε έναν ακέραιο από 0 έως 20.',
    'workshop-missing': 'Γράψτε από πότε έως πότε είναι στο συνεργείο.',
    'plate-taken': 'Άλλο όχημα της εταιρείας έχει αυτόν τον αριθμό εγγραφής.',
    'has-departures': (departures) =>
      departures === 1
        ? '1 δρομολόγιο έχει ακόμη αυτό το όχημα. Δώστε του πρώτα άλλο.'
        : `${departures} δρομολόγια έχουν ακόμη αυτό το όχημα. Δώστε τους πρώτα άλλο.`,
    changed: (name, when) => `Το όχημα άλλαξε (${name}, ${when}). Ανοίξτε ξανά τη σελίδα.`,
  },
}
