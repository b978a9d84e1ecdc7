import { cents, type Cents } from './money.ts'

/** Euros as people type them: "50", "50,5", "50.00", "€ 1250". At most six digits before the mark. */
const AMOUNT = /^(\d{1,6})(?:[.,](\d{1,2}))?$/

/** An amount that was typed; undefined if it is none. Zero is one. */
export function readAmount(typed: string): Cents | undefined {
  const read = AMOUNT.exec(typed.replaceAll(/[\s€]/g, ''))
  if (!read) return undefined
  const [, euros = '', rest = ''] = read
  return cents(Number(euros) * 100 + Number(rest.padEnd(2, '0')))
}
