import { type Cents, cents, sum } from '#platform/money.ts'

/*
 * Fares include VAT. It is computed once per rate on the whole, half a cent rounding up, and then
 * shared out to the lines, so that the lines of a receipt add up to its total.
 */

/** A rate as a whole number of hundredths, so that 9.5 % is exact. */
const HUNDREDTHS = 100

/** The VAT inside a gross amount: `gross × rate / (100 + rate)`, half a cent up. €27.00 holds €2.23. */
export function includedVat(totalCents: Cents, percent: number): Cents {
  const { part, whole } = fraction(totalCents, percent)
  return cents(Math.floor((2 * part + whole) / (2 * whole)))
}

/**
 * Each line's share of the VAT of all, by largest remainder: every share is its exact part rounded
 * down, and the cents left over go to the lines that lost most by it, the earlier first.
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

/** The totals per rate that a receipt has to show, lowest rate first. */
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
