import { ActButton, ActForm } from '#app/components/office/act-form.tsx'
import { OverruleFields } from '#app/components/office/overrule-fields.tsx'
import { Sums } from '#app/components/office/sums.tsx'
import { translation } from '#app/i18n/translation.ts'
import type { Refused } from '#app/office/act.server.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { decimalEuros, formatEuros } from '#platform/money.ts'

import type { QuoteView } from './view.ts'

type CancelQuoteProps = { quote: QuoteView; seen: number; refused: Refused | undefined }

/** The refund by the rules, with its button; and the one that staff can give against them. */
export function CancelQuote({ quote, seen, refused }: CancelQuoteProps) {
  const { locale, messages } = translation()
  const { cancel } = messages.office.changes
  const { parts, given, fee, forfeited, takenBack, refund, instead } = quote
  const lines = [
    { label: cancel.value, amount: given },
    ...(forfeited > 0 ? [{ label: cancel.forfeited, amount: forfeited }] : []),
    ...(takenBack > 0 ? [{ label: cancel.takenBack, amount: takenBack }] : []),
    ...(fee > 0 ? [{ label: cancel.fee, amount: fee }] : []),
    { label: cancel.total, amount: refund, isTotal: true },
  ]
  return (
    <>
      <section className="card stack" id="quote">
        <ul className="stack">
          {parts.map(({ key, title, leaving, staying, rule }) => (
            <li key={key}>
              <strong>{title}</strong>
              <p>{leaving}</p>
              {staying && <p>{staying}</p>}
              <p className="soft">{rule}</p>
            </li>
          ))}
        </ul>
        <Sums caption={cancel.refund} lines={lines} />
        <ActForm intent="cancel" seen={seen}>
          <input type="hidden" name="refund" value={refund} />
          <Button kind={instead ? 'secondary' : 'action'}>
            {refund > 0 ? cancel.submit(formatEuros(refund, locale)) : cancel.submitNothing}
          </Button>
        </ActForm>
      </section>
      {instead && <Against quote={quote} instead={instead} seen={seen} refused={refused} />}
    </>
  )
}

type AgainstProps = CancelQuoteProps & { instead: NonNullable<QuoteView['instead']> }

/** The sum is chosen first, in the address, so that the button can name it. */
function Against({ quote, instead, seen, refused }: AgainstProps) {
  const { locale, messages } = translation()
  const { changes } = messages.office
  const { cancel, overrule } = changes
  const { give, least, most, limit } = instead
  const show = (amount: typeof give) => formatEuros(amount, locale)
  const errorOf = (id: string) => refused?.problems.find(({ fieldId }) => fieldId === id)?.sentence
  return (
    <section className="card stack" aria-labelledby="against">
      <h2 id="against">{overrule.title}</h2>
      <p className="soft">{limit === null ? changes.noLimit : changes.limit(show(limit))}</p>
      <form method="get" className="stack">
        {quote.selection.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <TextField
          name="give"
          label={cancel.give}
          hint={cancel.giveHint(show(least), show(most))}
          defaultValue={decimalEuros(give, locale)}
          error={errorOf('give')}
          inputMode="decimal"
        />
        <Button kind="quiet">{cancel.setSum}</Button>
      </form>
      <ActForm intent="overrule" seen={seen} confirm="L1" className="stack">
        <input type="hidden" name="refund" value={quote.refund} />
        <input type="hidden" name="give" value={give} />
        <OverruleFields typed={refused?.typed} errorOf={errorOf} />
        <ActButton kind="action">{cancel.overrule(show(give))}</ActButton>
      </ActForm>
    </section>
  )
}
