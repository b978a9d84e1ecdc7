import { OrderForm } from '#app/components/order/order-form.tsx'
import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import * as paths from '#paths'
import { formatEuros, type Cents } from '#platform/money.ts'

import type { CancelQuoteView } from './view.ts'

type CancelQuoteProps = { quote: CancelQuoteView; manageId: string }

/** The cancelled rides, the refund and its card, and the button that confirms. */
export function CancelQuote({ quote, manageId }: CancelQuoteProps) {
  const { locale, messages } = translation()
  const sentences = messages.cancel.quote
  const { parts, refund, address, hasOther } = quote
  const isWhole = parts.every(({ staying }) => staying === null)
  return (
    <>
      <section className="card stack">
        <ul className="given-up">
          {parts.map(({ key, title, when, leaving, staying }) => (
            <li key={key}>
              <h2>{title}</h2>
              <p className="soft">{when}</p>
              <p>{leaving}</p>
              {staying && <p>{staying}</p>}
            </li>
          ))}
        </ul>
        <Sums quote={quote} />
        <WhereTo quote={quote} />
        <p className="small">{isWhole ? sentences.void : sentences.reissued}</p>
        <div className="act-buttons">
          <OrderForm to={address} fields={[['refund', String(refund)]]}>
            <Button kind="action" id="confirm">
              {refund > 0
                ? sentences.confirm(formatEuros(refund, locale))
                : sentences.confirmNothing}
            </Button>
          </OrderForm>
          <PageLink className={buttonClass()} to={paths.order(manageId)}>
            {sentences.keep}
          </PageLink>
        </div>
      </section>
      {hasOther && (
        <p>
          <PageLink className={buttonClass('quiet')} to={paths.cancel(manageId)}>
            {sentences.other}
          </PageLink>
        </p>
      )}
    </>
  )
}

function Sums({
  quote: { given, refund, fee, forfeited, takenBack, noticeHours },
}: {
  quote: CancelQuoteView
}) {
  const sentences = translation().messages.cancel.quote
  return (
    <table className="table sums">
      <tbody>
        <Sum label={sentences.given} amount={given} />
        {forfeited > 0 && (
          <Sum label={sentences.forfeited(noticeHours)} amount={forfeited} isLess />
        )}
        {fee > 0 && <Sum label={sentences.fee} amount={fee} isLess />}
        {takenBack > 0 && <Sum label={sentences.takenBack} amount={takenBack} isLess />}
        <Sum label={sentences.refund} amount={refund} isTotal />
      </tbody>
    </table>
  )
}

type SumProps = { label: string; amount: Cents; isLess?: boolean; isTotal?: boolean }

function Sum({ label, amount, isLess = false, isTotal = false }: SumProps) {
  const words = formatEuros(amount, translation().locale)
  return (
    <tr {...(isTotal && { className: 'sum-total' })}>
      <th scope="row">{label}</th>
      <td className="number">{isLess ? `−${words}` : words}</td>
    </tr>
  )
}

function WhereTo({ quote: { refund, forfeited, noticeHours, cards } }: { quote: CancelQuoteView }) {
  const sentences = translation().messages.cancel.quote
  if (refund > 0) return <p>{cards ? sentences.toCard(cards) : sentences.toPayer}</p>
  if (forfeited === 0) return <p>{sentences.nothingPaid}</p>
  return (
    <Notice tone="warning" title={sentences.nothingTitle}>
      <p>{sentences.nothing(noticeHours)}</p>
    </Notice>
  )
}
