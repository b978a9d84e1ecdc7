import { translation } from '#app/i18n/translation.ts'
import { Icon } from '#app/ui/icons.tsx'
import type { Tone } from '#app/ui/notice.tsx'
import { formatEuros } from '#platform/money.ts'

import type { PaymentView } from './view.ts'

type ResultHeaderProps = {
  tone: Tone
  title: string
  intro: React.ReactNode
  payment: PaymentView
  /** The possible next steps. */
  children?: React.ReactNode
}

const SIGNS = { positive: 'check', danger: 'cross', warning: 'warning', info: 'clock' } as const

/** The status as an icon and a few words, and the reference of the order. */
export function ResultHeader({ tone, title, intro, payment, children }: ResultHeaderProps) {
  const { locale, messages } = translation()
  const { payment: sentences } = messages
  const isPaid = payment.outcome === 'confirmed'
  return (
    <header className="result-header">
      <span className="result-sign" data-tone={tone}>
        <Icon name={SIGNS[tone]} />
      </span>
      <div className="stack">
        <h1>{title}</h1>
        {intro && <p className="result-intro">{intro}</p>}
        <dl className="facts">
          <div>
            <dt>{sentences.reference}</dt>
            <dd className="reference">{payment.reference}</dd>
          </div>
          {isPaid && (
            <div>
              <dt>{sentences.confirmed.paid}</dt>
              <dd className="figures">{formatEuros(payment.amount, locale)}</dd>
            </div>
          )}
        </dl>
        {children}
      </div>
    </header>
  )
}
