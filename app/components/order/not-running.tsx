import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { letterWords } from '#modules/notifications/words/words.ts'
import * as paths from '#paths'
import { formatEuros } from '#platform/money.ts'

import { OrderForm } from './order-form.tsx'
import type { ItemView, OtherBusView } from './view.ts'

type NotRunningProps = { item: ItemView; manageId: string }

/**
 * The company has cancelled the bus: a link to the seats that are kept, or once they are no longer
 * kept, another bus or a full refund, one tap each.
 */
export function NotRunning({ item, manageId }: NotRunningProps) {
  const { locale, messages } = translation()
  const sentences = messages.order.notRunning
  const { bookingId, total, others, choiceToken, reason, title } = item
  const cancel = new URLSearchParams({ [`ride.${bookingId}`]: 'all' })
  return (
    <Notice tone="danger">
      <div className="stack">
        {reason && <Reason reason={reason} />}
        <p>{sentences.advice}</p>
        {choiceToken && (
          <p>
            <PageLink className={buttonClass('action', true)} to={paths.choose(choiceToken)}>
              {sentences.choose}
            </PageLink>
          </p>
        )}
        {others.length > 0 && (
          <ul className="other-buses">
            {others.map((bus) => (
              <li key={bus.key}>
                <OtherBus bus={bus} />
              </li>
            ))}
          </ul>
        )}
        <p>
          <PageLink to={paths.changeRide(manageId, bookingId)}>
            {sentences.all}
            <span className="visually-hidden">{messages.order.ofRide(title)}</span>
          </PageLink>
        </p>
        {!choiceToken && (
          <OrderForm to={paths.cancel(manageId, cancel)} fields={[['refund', String(total)]]}>
            <Button wide>{sentences.refund(formatEuros(total, locale))}</Button>
          </OrderForm>
        )}
      </div>
    </Notice>
  )
}

/** Why the bus does not run as it was sold, as the office tells passengers. */
export function Reason({ reason }: { reason: string }) {
  const { label } = letterWords(translation().locale).reason
  return (
    <p>
      <strong>{label}</strong> {reason}
    </p>
  )
}

function OtherBus({ bus: { path, date, times } }: { bus: OtherBusView }) {
  const sentences = translation().messages.order.notRunning
  const free = [
    ['surcharge', '0'],
    ['refund', '0'],
  ] as const
  return (
    <OrderForm to={path} fields={free}>
      <Button wide>
        <Icon name="bus" />
        <span className="visually-hidden">{sentences.takeIt}</span>
        <span>
          {date}, <span className="bus-times">{times}</span>
        </span>
      </Button>
    </OrderForm>
  )
}
