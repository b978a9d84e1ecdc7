import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { PAYMENT_PAGE_MINUTES } from '#modules/rules/rules.ts'
import { formatEuros, type Cents } from '#platform/money.ts'

import { RideCard, RideInShort } from './ride-card.tsx'
import type { ChangeQuoteView, RideCardView } from './view.ts'

type ChangeQuoteProps = {
  quote: ChangeQuoteView
  now: RideCardView
  /** The link for choosing another ride. */
  other: string
}

/** The current and the new ride, the surcharge or refund, and the button that confirms. */
export function ChangeQuote({ quote, now, other }: ChangeQuoteProps) {
  const { change } = translation().messages
  const sentences = change.quote
  return (
    <div className="stack stack-large" id="quote" tabIndex={-1}>
      {!quote.isWheelchair && <RideInShort ride={now} label={change.now} />}
      <RideCard ride={quote.ride} label={quote.isWheelchair ? change.now : sentences.newRide} />
      <section className="card stack">
        <Money quote={quote} />
        <p className="small">{quote.deadline}</p>
        <p className="small">{sentences.reissued}</p>
        <form method="post" action={quote.address} className="act-buttons">
          <input type="hidden" name="surcharge" value={quote.surcharge} />
          <input type="hidden" name="refund" value={quote.refund} />
          <Button kind="action" id="confirm">
            {confirmWords(quote)}
          </Button>
        </form>
        <p>
          <PageLink className={buttonClass('quiet')} to={other}>
            {sentences.other}
          </PageLink>
        </p>
      </section>
    </div>
  )
}

function Money({ quote }: { quote: ChangeQuoteView }) {
  const sentences = translation().messages.change.quote
  const { paid, price, surcharge, refund, cards } = quote
  if (surcharge === 0 && refund === 0) {
    return (
      <p>
        <strong>{sentences.free}</strong>
      </p>
    )
  }
  return (
    <>
      <table className="table sums">
        <tbody>
          <Sum label={sentences.paid} amount={paid} />
          <Sum label={sentences.price} amount={price} />
          {surcharge > 0 && <Sum label={sentences.toPay} amount={surcharge} isTotal />}
          {refund > 0 && <Sum label={sentences.back} amount={refund} isTotal />}
        </tbody>
      </table>
      {surcharge > 0 && <p>{sentences.payFirst(PAYMENT_PAGE_MINUTES)}</p>}
      {refund > 0 && <p>{cards ? sentences.backTo(cards) : sentences.backToPayer}</p>}
    </>
  )
}

type SumProps = { label: string; amount: Cents; isTotal?: boolean }

function Sum({ label, amount, isTotal = false }: SumProps) {
  return (
    <tr {...(isTotal && { className: 'sum-total' })}>
      <th scope="row">{label}</th>
      <td className="number">{formatEuros(amount, translation().locale)}</td>
    </tr>
  )
}

function confirmWords({ isWheelchair, surcharge, refund }: ChangeQuoteView): string {
  const { locale, messages } = translation()
  const sentences = messages.change.quote
  if (surcharge > 0) return sentences.confirmPay(formatEuros(surcharge, locale))
  if (refund > 0) return sentences.confirmBack(formatEuros(refund, locale))
  return isWheelchair ? sentences.confirmWheelchair : sentences.confirm
}
