import { invariant } from './invariant.ts'
import { LANGUAGES } from './languages.ts'
import type { Locale } from './locale.ts'

/** Euro cents. Whole numbers only, so sums are exact; euros appear only when shown to people. */
export type Cents = number & { readonly unit: 'euro cents' }

export function cents(amount: number): Cents {
  invariant(Number.isSafeInteger(amount), `${amount} is not a whole number of cents`)
  return amount as Cents
}

export function sum(amounts: readonly Cents[]): Cents {
  return cents(amounts.reduce((total, amount) => total + amount, 0))
}

/**
 * "€9.00" in English, "9,00 €" in Greek with a space that does not break. Formatted by hand,
 * because the page is rendered on the server and in the browser, whose locale data may differ.
 */
export function formatEuros(amount: Cents, locale: Locale): string {
  const euros = Math.trunc(Math.abs(amount) / 100)
  const rest = String(Math.abs(amount) % 100).padStart(2, '0')
  const sign = amount < 0 ? '−' : ''
  const { decimalMark, groupMark, euros: pattern } = LANGUAGES[locale]
  const grouped = String(euros).replaceAll(/\B(?=(\d{3})+$)/g, groupMark)
  return sign + pattern.replace('#', grouped + decimalMark + rest)
}

/** "18.00" in English, "18,00" in Greek: an amount as people type it. */
export function decimalEuros(amount: Cents, locale: Locale): string {
  const { decimalMark } = LANGUAGES[locale]
  return `${Math.trunc(amount / 100)}${decimalMark}${String(amount % 100).padStart(2, '0')}`
}
