import type { AlertWords } from './en.ts'

export const el: AlertWords = {
  cancelled: (departures) =>
    departures === 1 ? 'Ακυρώθηκε' : `Ακυρώθηκαν ${departures} δρομολόγια`,
  late: 'Καθυστερεί',
  retimed: (departures) =>
    departures === 1 ? 'Νέα ώρα' : `Νέες ώρες για ${departures} δρομολόγια`,
  stopClosed: (stop) => `Δεν εξυπηρετείται η στάση: ${stop}`,
  stopMoved: (stop) => `Μεταφέρθηκε η στάση: ${stop}`,
  endsBefore: (stop) => `Διακοπή πριν από τη στάση ${stop}`,
  instead: (place) => `Τα λεωφορεία σταματούν εδώ: ${place}`,
  reason: (reason) => `Αιτία: ${reason}`,
  concerns: (departures) =>
    departures === 1 ? 'Αφορά ένα δρομολόγιο:' : `Αφορά ${departures} δρομολόγια:`,
  more: (departures) => (departures === 1 ? 'και ακόμη 1' : `και άλλα ${departures}`),
}
