import { PageLink } from '#app/components/page-link.tsx'
import { Watch } from '#app/components/payment-watch.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Icon } from '#app/ui/icons.tsx'
import * as paths from '#paths'
import { formatEuros } from '#platform/money.ts'

import type { MoneyLineView, OrderPageView } from './view.ts'

const UNPAID: readonly string[] = ['awaiting-payment', 'processing', 'expired']

/** Payments, fees and refunds, each with its progress. */
export function OrderMoney({ order }: { order: OrderPageView }) {
  const { money: sentences } = translation().messages.order
  const { money, isMoving, manageId, status } = order
  return (
    <section className="card stack" id="money" aria-labelledby="money-heading">
      <h2 id="money-heading">{sentences.title}</h2>
      {money.length === 0 && (
        <p className="soft">{UNPAID.includes(status) ? sentences.noPayment : sentences.nothing}</p>
      )}
      <ul className="money-lines">
        {money.map((line) => (
          <MoneyLine key={line.key} line={line} />
        ))}
      </ul>
      {isMoving && (
        <div className="small">
          <Watch
            stateOf={paths.orderState(manageId)}
            watching={sentences.watching}
            done={sentences.done}
          />
          <PageLink className="check-again" to={paths.order(manageId)}>
            {sentences.again}
          </PageLink>
        </div>
      )}
    </section>
  )
}

function MoneyLine({ line }: { line: MoneyLineView }) {
  const { label, detail, amount, progress, isTrouble } = line
  return (
    <li>
      <p className="money-line">
        <span>
          {label}
          <span className="soft small">{detail}</span>
        </span>
        <span className="price">{formatEuros(amount, translation().locale)}</span>
      </p>
      {progress && (
        <p className="money-progress small" {...(isTrouble && { 'data-tone': 'danger' })}>
          <Icon name={isTrouble ? 'warning' : 'clock'} />
          {progress}
        </p>
      )}
    </li>
  )
}
