import { translation } from '#app/i18n/translation.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import * as paths from '#paths'
import { formatEuros } from '#platform/money.ts'

import { OrderForm } from './order-form.tsx'
import type { AwaitedView } from './view.ts'

type AwaitedChangeProps = { awaited: AwaitedView; manageId: string }

/** A change whose surcharge is unpaid: the visitor can pay it or drop the change. */
export function AwaitedChange({ awaited, manageId }: AwaitedChangeProps) {
  const { locale, messages } = translation()
  const sentences = messages.order.awaited
  const amount = formatEuros(awaited.amount, locale)
  const { goTo, sentence, canGiveUp } = awaited
  return (
    <Notice tone="warning" title={sentences.title(amount)}>
      <div className="stack">
        <p>{sentence}</p>
        <div className="row">
          {goTo && (
            <LinkButton kind="action" href={goTo} rel="external noreferrer">
              {sentences.pay(amount)}
            </LinkButton>
          )}
          {canGiveUp && (
            <OrderForm to={paths.order(manageId)} fields={[['intent', 'give-up']]}>
              <Button>{sentences.giveUp}</Button>
            </OrderForm>
          )}
        </div>
      </div>
    </Notice>
  )
}
