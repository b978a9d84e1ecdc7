import { company } from '#operator'
import type { Locale } from '#platform/locale.ts'

/** Text above and below every letter. */
type MailWords = {
  phone: string
  hours: (from: string, until: string) => string
  demonstration: string
  /** The reason for the mail, if the letter gives no other. */
  why: () => string
}

const WORDS: Record<Locale, MailWords> = {
  en: {
    phone: 'Telephone',
    hours: (from, until) => `every day ${from}–${until}`,
    demonstration: 'This is a demonstration. No bus will come, and no money has been taken.',
    why: () => `You are receiving this email because of a booking with ${company().name}.`,
  },
  el: {
    phone: 'Τηλέφωνο',
    hours: (from, until) => `κάθε ημέρα ${from}–${until}`,
    demonstration: 'Δοκιμαστική λειτουργία: δεν θα έρθει λεωφορείο και δεν έγινε καμία χρέωση.',
    why: () => `Λαμβάνετε αυτό το μήνυμα επειδή έγινε κράτηση στη ${company().name}.`,
  },
}

export function mailWords(locale: Locale): MailWords {
  return WORDS[locale]
}
