import { fold, skeleton } from '#platform/text/spelling.ts'

/**
 * The name and email address of a buyer as the search for bookings compares them, in words with
 * single spaces. The name is there twice: as typed, without accents, and in the common form of all
 * its spellings, so that "Παπαδόπουλος", "Papadopoulos" and "papadopulos" find each other.
 */
export function searchText({ name, email }: { name: string; email: string }): string {
  const words = `${email.toLowerCase()} ${fold(name)} ${skeleton(name)}`.split(/\s+/)
  return [...new Set(words.filter((word) => word !== ''))].join(' ')
}

/** The forms in which a typed word may occur in that text. */
export function spellingsOf(word: string): string[] {
  return [...new Set([fold(word), skeleton(word)].filter((form) => form !== ''))]
}
