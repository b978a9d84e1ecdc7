import { type Cents, cents, sum } from '#platform/money.ts'

/*
 * Fares include VAT. It is computed once per rate on the total, rounding half a cent up, and then
 * divided among the lines, so that the lines of a receipt add up to its total.
 */

/** Precision of a rate: whole hundredths, so that 9.5 % is exact. */
const HUNDREDTHS = 100

/**
 * The VAT inside a gross amount: `gross × rate / (100 + rate)`, half a cent up. €27.00 includes
 * €2.23.
 */
export function includedVat(totalCents: Cents, percent: number): Cents {
  const { part, whole } = fraction(totalCents, percent)
  return cents(Math.floor((2 * part + whole) / (2 * whole)))
}

/**
 * Each line's share of the VAT, by largest remainder: every share is its exact part rounded down,
 * and the remaining cents go to the lines with the largest fractions, earlier lines first.
 */
export function includedVatByLine(grossByLine: readonly Cents[], percent: number): Cents[] {
  const exact = grossByLine.map((gross) => fraction(gross, percent))
  const shares = exact.map(({ part, whole }) => Math.floor(part / whole))
  const due = includedVat(sum(grossByLine), percent) - shares.reduce((all, one) => all + one, 0)

  const byRemainder = exact
    .map(({ part, whole }, line) => ({ line, remainder: part % whole }))
    .toSorted((one, other) => other.remainder - one.remainder || one.line - other.line)
  const favoured = new Set(byRemainder.slice(0, due).map(({ line }) => line))
  return shares.map((share, line) => cents(share + (favoured.has(line) ? 1 : 0)))
}

export type VatOfRate = { percent: number; netCents: Cents; vatCents: Cents; grossCents: Cents }

/** The totals per rate that a receipt must show, lowest rate first. */
export function vatByRate(
  lines: readonly { vatPercent: number; totalCents: Cents; vatCents: Cents }[],
): VatOfRate[] {
  const rates = [...new Set(lines.map(({ vatPercent }) => vatPercent))].toSorted((a, b) => a - b)
  return rates.map((percent) => {
    const ofRate = lines.filter(({ vatPercent }) => vatPercent === percent)
    const grossCents = sum(ofRate.map(({ totalCents }) => totalCents))
    const vatCents = sum(ofRate.map((line) => line.vatCents))
    return { percent, netCents: cents(grossCents - vatCents), vatCents, grossCents }
  })
}

function fraction(gross: Cents, percent: number) {
  const rate = Math.round(percent * HUNDREDTHS)
  return { part: gross * rate, whole: 100 * HUNDREDTHS + rate }
}
