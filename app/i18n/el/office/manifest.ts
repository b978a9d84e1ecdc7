import type { Messages } from '#app/i18n/en.ts'
import { atTheHour } from '#platform/greek-hours.ts'

export const manifest: Messages['office']['manifest'] = {
  title: 'Κατάσταση επιβατών',
  aboard: (aboard, people) => `Επιβιβάστηκαν ${aboard} από ${people}`,
  madeAt: (when) => `Στοιχεία: ${when}.`,
  reload: 'Ανοίξτε ξανά τη σελίδα για νεότερες πωλήσεις και επιβιβάσεις.',
  pdf: 'PDF',
  csv: 'CSV',
  toDeparture: 'Δρομολόγιο',
  cancelled:
    'Το δρομολόγιο ακυρώθηκε. Στην κατάσταση μένουν όσοι δεν επέλεξαν ακόμη άλλο δρομολόγιο.',
  boards: (people, seats) => `Επιβιβάζονται: ${people} (θέσεις: ${seats})`,
  leaves: (people) => `Αποβιβάζονται: ${people}.`,
  boardsAt: (stop) => `Επιβίβαση: ${stop}`,
  columns: {
    time: 'Ώρα',
    stop: 'Στάση',
    issue: 'Έκδοση',
    leader: 'Επικεφαλής ομάδας',
    aboard: 'Επιβίβαση',
    party: 'Άτομα',
    to: 'Προς',
    ticket: 'Εισιτήριο',
    notes: 'Σημειώσεις',
    way: 'Μεταξύ',
    seats: 'Θέσεις',
    wheelchairs: 'Θέσεις για αμαξίδιο',
  },
  legs: 'Επιβάτες μεταξύ στάσεων',
  of: (taken, all) => `${taken} από ${all}`,
  twice: (people) =>
    people === 1
      ? 'Διπλή επιβίβαση 1 ατόμου: μετρήστε ξανά'
      : `Διπλή επιβίβαση ${people} ατόμων: μετρήστε ξανά`,
  elsewhere: (people) => `${people} με άλλο λεωφορείο`,
  closed: (when, missing) =>
    `Η επιβίβαση έκλεισε ${atTheHour(when)}. ${missing === 0 ? 'Ήρθαν όλοι.' : `Δεν ήρθαν: ${missing}.`}`,
  walkUps: 'Επιβάτες χωρίς κράτηση',
  tick: (people) => (people === 1 ? 'Επιβίβαση: 1' : `Επιβίβαση: και οι ${people}`),
  tickOf: (people, leader) => `Επιβίβαση ${people}: ${leader}`,
  fewer: 'Λιγότεροι',
  untick: 'Αναίρεση',
  untickOf: (leader) => `Αναίρεση: ${leader}`,
  refusals: {
    count: 'Επιλέξτε πόσοι επιβιβάστηκαν.',
    'too-many': (people) =>
      `Η κράτηση είναι για ${people === 1 ? '1 άτομο' : `${people} άτομα`}. Δεν καταγράφηκε κανένας άλλος.`,
    'not-on-the-list':
      'Η κράτηση δεν ανήκει πλέον σε αυτό το δρομολόγιο. Η κατάσταση παρακάτω είναι ενημερωμένη.',
    'not-running': 'Το δρομολόγιο ακυρώθηκε και δεν επιβιβάζεται κανείς.',
    'boarding-not-open': (when) =>
      `Η κατάσταση ανοίγει τρεις ώρες πριν από την αναχώρηση: ${when}.`,
    'has-arrived': (when) =>
      `Το λεωφορείο έφτασε: ${when}. Μπορείτε ακόμη να προσθέσετε επιβάτες, όχι όμως να αφαιρέσετε.`,
    'list-is-closed': (when) => `Η κατάσταση έκλεισε μία ημέρα μετά την άφιξη: ${when}.`,
  },
}
