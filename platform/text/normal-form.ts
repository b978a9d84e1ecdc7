/**
 * The most combining marks that any language needs on one letter (Unicode, UAX 15: stream-safe
 * text).
 */
const MAX_MARKS = 30
const TOO_MANY_MARKS = new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, 'gu')

/**
 * A text in one of Unicode's normal forms. Marks are sorted one by one, each past those before it,
 * so a thousand marks on one letter would take a thousand times a thousand steps. Marks beyond the
 * limit are dropped; they would be illegible anyway.
 */
export function normalForm(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  return text.replaceAll(TOO_MANY_MARKS, '$1').normalize(form)
}
