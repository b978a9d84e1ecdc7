import { CallUs } from '#app/components/journey/call-us.tsx'
import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { Details } from '#app/ui/parts.tsx'
import { WHEELCHAIR_NOTICE_HOURS } from '#modules/rules/rules.ts'
import * as paths from '#paths'

import { OrderForm } from './order-form.tsx'
import type { ItemView, ItemWheelchair } from './view.ts'

type ItemActionsProps = { item: ItemView; manageId: string }

/** The possible acts for a ride with their deadlines. Impossible ones are left out. */
export function ItemActions({ item, manageId }: ItemActionsProps) {
  const { order } = translation().messages
  const { bookingId, title, ticketId, deadline, correctUntil } = item
  const ofRide = <span className="visually-hidden">{order.ofRide(title)}</span>
  const change = paths.changeRide(manageId, bookingId)
  const cancelWith = (what: 'all' | 'some') =>
    paths.cancel(manageId, new URLSearchParams({ [`ride.${bookingId}`]: what }))
  return (
    <>
      {correctUntil && <p className="item-rule small">{correctUntil}</p>}
      <p className="item-ways">
        {ticketId && (
          <PageLink
            className={buttonClass(item.isMain ? 'action' : 'secondary')}
            to={paths.ticket(ticketId)}
          >
            <Icon name="ticket" />
            {order.ticket}
            {ofRide}
          </PageLink>
        )}
        {(item.canChange || item.canCorrect) && (
          <PageLink className={buttonClass()} to={change}>
            {item.canChange ? order.change : order.correct}
            {ofRide}
          </PageLink>
        )}
        {item.canCancel && (
          <PageLink className={buttonClass()} to={cancelWith('all')}>
            {order.cancel}
            {ofRide}
          </PageLink>
        )}
      </p>
      {deadline && <p className="item-rule small">{deadline}</p>}
      {item.canCancel && item.hasSeveral && (
        <p>
          <PageLink className={buttonClass('quiet')} to={cancelWith('some')}>
            {order.fewer}
            {ofRide}
          </PageLink>
        </p>
      )}
      {item.canMiss && ticketId && (
        <p className="item-missed">
          {order.missed}{' '}
          <PageLink to={`${paths.ticket(ticketId)}#next-bus`}>{order.missedAction}</PageLink>
        </p>
      )}
      <Wheelchair wheelchair={item.wheelchair} change={change} />
    </>
  )
}

type WheelchairProps = { wheelchair: ItemWheelchair; change: string }

/** A space can be requested until a day ahead; after that there is a number to call. */
function Wheelchair({ wheelchair, change }: WheelchairProps) {
  const { cart, order } = translation().messages
  const sentences = order.wheelchair
  if (wheelchair.state === 'none' || wheelchair.state === 'granted') return null
  if (wheelchair.state === 'too-late' || wheelchair.state === 'not-known') {
    return (
      <Details summary={sentences.ask}>
        <p>
          {wheelchair.state === 'not-known'
            ? cart.wheelchair.notKnown
            : cart.wheelchair.tooLate(wheelchair.until, WHEELCHAIR_NOTICE_HOURS)}
        </p>
        <CallUs />
      </Details>
    )
  }
  const { most, until, fields } = wheelchair
  const counts = Array.from({ length: most }, (_, before) => before + 1)
  return (
    <Details summary={sentences.ask}>
      <OrderForm to={change} method="get" fields={fields}>
        <div className="stack">
          <p>
            {cart.wheelchair.until(until, WHEELCHAIR_NOTICE_HOURS)} {sentences.sent}
          </p>
          {most > 1 ? (
            <SelectField name="wheelchairs" label={sentences.users} id={`wheelchairs-${change}`}>
              {counts.map((count) => (
                <option key={count}>{count}</option>
              ))}
            </SelectField>
          ) : (
            <input type="hidden" name="wheelchairs" value="1" />
          )}
          <p>
            <Button>
              <Icon name="wheelchair" />
              {sentences.reserve}
            </Button>
          </p>
        </div>
      </OrderForm>
    </Details>
  )
}
