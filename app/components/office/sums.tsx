import { translation } from '#app/i18n/translation.ts'
import { formatEuros, type Cents } from '#platform/money.ts'

export type SumLine = { label: string; amount: Cents; isTotal?: boolean }

/** Amounts below one another, with the total last. */
export function Sums({ caption, lines }: { caption: string; lines: readonly SumLine[] }) {
  const { locale } = translation()
  return (
    <table className="table sums">
      <caption>{caption}</caption>
      <tbody>
        {lines.map(({ label, amount, isTotal = false }) => (
          <tr key={label} {...(isTotal && { className: 'sum-total' })}>
            <th scope="row">{label}</th>
            <td className="number">{formatEuros(amount, locale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
