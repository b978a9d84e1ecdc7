import { operator } from '#operator'
import type { Locale } from '#platform/locale.ts'

/** Said above and below every letter, whatever it tells of. */
type MailWords = {
  phone: string
  hours: (from: string, until: string) => string
  demonstration: string
  /** Why somebody gets it, where a letter gives no other reason. */
  why: string
}

const WORDS: Record<Locale, MailWords> = {
  en: {
    phone: 'Telephone',
    hours: (from, until) => `every day ${from}–${until}`,
    demonstration: 'This is a demonstration. No bus will come, and no money has been taken.',
    why: `You are receiving this email because of a booking with ${operator.name}.`,
  },
  el: {
    phone: 'Τηλέφωνο',
    hours: (from, until) => `κάθε μέρα ${from}–${until}`,
    demonstration: 'Δοκιμαστική λειτουργία: δεν θα έρθει λεωφορείο και δεν έγινε καμία χρέωση.',
    why: `Λαμβάνετε αυτό το μήνυμα επειδή έγινε παραγγελία στη ${operator.name}.`,
  },
}

export function mailWords(locale: Locale): MailWords {
  return WORDS[locale]
}
