import { ActButton, ActForm } from '#app/components/office/act-form.tsx'
import { OverruleFields } from '#app/components/office/overrule-fields.tsx'
import { Sums } from '#app/components/office/sums.tsx'
import { translation } from '#app/i18n/translation.ts'
import type { Refused } from '#app/office/act.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { formatEuros } from '#platform/money.ts'

import type { ChangeView, JourneyInShort, QuoteView } from './view.ts'

type ChangeQuoteProps = { view: ChangeView; quote: QuoteView; refused: Refused | undefined }

/** The new journey, its price, and the button that says what happens. */
export function ChangeQuote({ view, quote, refused }: ChangeQuoteProps) {
  const { changes } = translation().messages.office
  const sentences = changes.change
  const { ride, surcharge, refund, email, refusal, isOverrule, waiveAddress, otherAddress } = quote
  return (
    <section className="card stack" id="quote">
      <Journey label={changes.afterwards} journey={ride} />
      {refusal && (
        <Notice tone="warning" title={changes.overrule.title}>
          <p>{refusal}</p>
        </Notice>
      )}
      <Money quote={quote} />
      {surcharge > 0 && <p>{sentences.byMail(email)}</p>}
      <ActForm
        intent={isOverrule ? 'overrule' : 'change'}
        seen={view.seen}
        className="stack"
        {...(isOverrule && { confirm: 'L1' as const })}
      >
        <input type="hidden" name="surcharge" value={surcharge} />
        <input type="hidden" name="refund" value={refund} />
        {isOverrule && (
          <>
            <Limit limit={view.limit} />
            <OverruleFields
              typed={refused?.typed}
              errorOf={(id) => refused?.problems.find(({ fieldId }) => fieldId === id)?.sentence}
            />
          </>
        )}
        <ActButton kind="action">{buttonWords(quote)}</ActButton>
      </ActForm>
      <p className="links">
        {waiveAddress && (
          <LinkButton kind="quiet" href={waiveAddress}>
            {quote.waived > 0 ? sentences.askAgain : sentences.waive}
          </LinkButton>
        )}
        <LinkButton kind="quiet" href={otherAddress}>
          {sentences.other}
        </LinkButton>
      </p>
    </section>
  )
}

export function Limit({ limit }: Pick<ChangeView, 'limit'>) {
  const { locale, messages } = translation()
  const { changes } = messages.office
  return (
    <p className="soft">
      {limit === null ? changes.noLimit : changes.limit(formatEuros(limit, locale))}
    </p>
  )
}

function Money({ quote: { paid, price, surcharge, waived, refund } }: { quote: QuoteView }) {
  const { change } = translation().messages.office.changes
  if (surcharge + waived + refund === 0) return <p>{change.free}</p>
  const lines = [
    { label: change.paid, amount: paid },
    { label: change.newPrice, amount: price },
    ...(surcharge > 0 ? [{ label: change.surcharge, amount: surcharge, isTotal: true }] : []),
    ...(waived > 0 ? [{ label: change.waived, amount: waived, isTotal: true }] : []),
    ...(refund > 0 ? [{ label: change.refund, amount: refund, isTotal: true }] : []),
  ]
  return <Sums caption={change.price} lines={lines} />
}

function buttonWords({ surcharge, waived, refund, isOverrule }: QuoteView): string {
  const { locale, messages } = translation()
  const { change } = messages.office.changes
  const show = (amount: typeof refund) => formatEuros(amount, locale)
  if (waived > 0) return change.overruleWaived(show(waived))
  if (surcharge > 0) {
    return (isOverrule ? change.overruleSurcharge : change.submitSurcharge)(show(surcharge))
  }
  if (refund > 0) return (isOverrule ? change.overruleRefund : change.submitRefund)(show(refund))
  return isOverrule ? change.overrule : change.submit
}

type JourneyProps = { label: string; journey: JourneyInShort }

export function Journey({ label, journey: { title, when, party } }: JourneyProps) {
  return (
    <div>
      <p className="soft small">{label}</p>
      <h2>{title}</h2>
      <p>
        {when}. {party}
      </p>
    </div>
  )
}
