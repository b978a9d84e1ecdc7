import { cents, type Cents } from '#platform/money.ts'

/** The sales, as receipts and credit notes say and the ledger has them. */
export type Figures = {
  /** Charged, less credited. */
  passengers: number
  /** Prices charged on receipts, with VAT. */
  soldCents: number
  /** Prices credited on credit notes, with VAT, before the fee. */
  cancelledCents: number
  /** Fees kept of what was credited. */
  feesCents: number
  /** The part of what was sold that was given up too late, and so is kept. */
  forfeitedCents: number
  /** Given beyond the rules, less what was taken back of it. */
  goodwillCents: number
  /** The VAT in what was charged, less that in what was credited. */
  vatCents: number
}

export const NO_FIGURES: Figures = {
  passengers: 0,
  soldCents: 0,
  cancelledCents: 0,
  feesCents: 0,
  forfeitedCents: 0,
  goodwillCents: 0,
  vatCents: 0,
}

export function addFigures(one: Figures, other: Figures): Figures {
  return {
    passengers: one.passengers + other.passengers,
    soldCents: one.soldCents + other.soldCents,
    cancelledCents: one.cancelledCents + other.cancelledCents,
    feesCents: one.feesCents + other.feesCents,
    forfeitedCents: one.forfeitedCents + other.forfeitedCents,
    goodwillCents: one.goodwillCents + other.goodwillCents,
    vatCents: one.vatCents + other.vatCents,
  }
}

/** Revenue with VAT: what was sold and not credited, with the fees kept, less goodwill. */
export function grossOf({ soldCents, cancelledCents, feesCents, goodwillCents }: Figures): Cents {
  return cents(soldCents - cancelledCents + feesCents - goodwillCents)
}

/** Revenue without VAT. */
export function netOf(figures: Figures): Cents {
  return cents(grossOf(figures) - figures.vatCents)
}
