import { translation } from '#app/i18n/translation.ts'
import { Choice } from '#app/ui/choice.tsx'
import { DateField, SelectField } from '#app/ui/field.tsx'
import { FilterBar } from '#app/ui/filter-bar.tsx'
import { SALE_CHANNELS } from '#modules/orders/order/sale-channel.ts'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

import type { FindView } from './view.ts'

const STATUSES = ['confirmed', 'cancelled', 'awaiting-payment', 'expired'] as const

/** Filters by journey, status, channel of sale and money; they also work without a search. */
export function SearchFilterBar({ view }: { view: FindView }) {
  const { locale, messages } = translation()
  const { find } = messages.office
  const { from, to, routeId, status, channel, moneyWaits } = view.filters
  const clear = { href: localePath(locale, paths.officeFind(keeping(view))), text: find.clear }
  return (
    <FilterBar
      action={localePath(locale, paths.officeFind())}
      summary={find.filters}
      submit={find.show}
      clear={view.isFiltered ? clear : undefined}
      kept={{ q: view.typed }}
    >
      <DateField name="from" label={find.from} defaultValue={from} />
      <DateField name="to" label={find.to} defaultValue={to} />
      <SelectField name="route" label={find.route} defaultValue={routeId}>
        <option value="">{find.any}</option>
        {view.routes.map((route) => (
          <option key={route.routeId} value={route.routeId}>
            {route.name}
          </option>
        ))}
      </SelectField>
      <SelectField name="status" label={find.status} defaultValue={status}>
        <option value="">{find.any}</option>
        {STATUSES.map((one) => (
          <option key={one} value={one}>
            {messages.bookings.states[one]}
          </option>
        ))}
        <option value="payment-review">{messages.bookings.states.review}</option>
        <option value="cart">{find.cart}</option>
      </SelectField>
      <SelectField name="channel" label={find.channel} defaultValue={channel}>
        <option value="">{find.any}</option>
        {SALE_CHANNELS.map((one) => (
          <option key={one} value={one}>
            {messages.office.reports.channels[one]}
          </option>
        ))}
      </SelectField>
      <Choice type="checkbox" name="waits" value="yes" defaultChecked={moneyWaits}>
        {find.moneyWaits}
      </Choice>
    </FilterBar>
  )
}

function keeping({ typed }: FindView): URLSearchParams {
  return new URLSearchParams(typed ? { q: typed } : {})
}
