import { OnlyShown } from '#app/components/only-shown.ts'
import { OrderView } from '#app/components/order/order-view.tsx'
import { PageLink } from '#app/components/page-link.tsx'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { getBooking } from '#app/office/booking-acts.server.ts'
import { Notice } from '#app/ui/notice.tsx'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'

import styles from '#app/components/order/order.css?inline'
import type { Route } from './+types/holder'
import { showAsHolder } from './holder-view.server.ts'

export const handle = { shell: 'office', styles } satisfies Handle

export const meta = ({ params }: Route.MetaArgs) => [
  { title: tabTitle(translation().messages.office.booking.ofReference(params.reference ?? '')) },
]

/** The booking as its traveller sees it. It can only be looked at: it holds no key of the traveller. */
export async function loader({ params }: Route.LoaderArgs) {
  const moment = now()
  const { held } = await getBooking(params.reference, moment)
  return showAsHolder(held, moment)
}

export default function HolderPage({ loaderData: order }: Route.ComponentProps) {
  const { holder } = translation().messages.office.booking
  return (
    <div className="stack stack-large">
      <Notice>
        <p>
          {holder.onlyShown}{' '}
          <PageLink to={paths.officeBooking(order.reference)}>{holder.back}</PageLink>
        </p>
      </Notice>
      <OnlyShown value>
        <OrderView order={order} problems={[]} />
      </OnlyShown>
    </div>
  )
}
