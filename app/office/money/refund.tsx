import { PageLink } from '#app/components/page-link.tsx'
import { found } from '#app/http/found.ts'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { officeAction } from '#app/office/act.server.ts'
import { may, staffOf } from '#app/office/guard.server.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Facts } from '#app/ui/parts.tsx'
import {
  retryRefund,
  settleRefundInPortal,
  settleRefundOtherwise,
} from '#modules/support/decide-refund.server.ts'
import { findMoneyStory } from '#modules/support/find-payment-history.server.ts'
import * as paths from '#paths'

import type { Route } from './+types/refund'
import { decision } from './actions.server.ts'
import { Acts } from './acts.tsx'
import styles from './money.css?inline'
import { listRefundActs, showRefundFacts } from './refund-view.server.ts'
import { showStory } from './story.server.ts'
import { Story } from './story.tsx'

export const handle = { shell: 'office', styles } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.money.title) }]

export async function loader({ params, context }: Route.LoaderArgs) {
  const story = found(await findMoneyStory(params.id))
  const refund = found(story.refunds.find(({ refundId }) => refundId === params.id))
  return {
    story: await showStory(story),
    paymentId: refund.paymentId,
    facts: showRefundFacts(refund),
    acts: listRefundActs(refund),
    mayDecide: may(staffOf(context), 'money.decide'),
  }
}

export const action = officeAction('/office/money/refunds/:id', {
  retry: decision('retry', (refundId, said) => retryRefund({ refundId, ...said })),
  'paid-otherwise': decision('paid-otherwise', (refundId, said) =>
    settleRefundOtherwise({ refundId, ...said }),
  ),
  'paid-in-portal': decision('paid-in-portal', (refundId, said) =>
    settleRefundInPortal({ refundId, ...said }),
  ),
})

export default function Refund({ loaderData, actionData }: Route.ComponentProps) {
  const { office, common } = translation().messages
  const { story, paymentId, facts, acts, mayDecide } = loaderData
  const { reference } = story
  return (
    <>
      <h1>{office.money.refund.title(reference)}</h1>
      <p className="row">
        <PageLink
          to={paths.officeBooking(reference)}
        >{`${office.money.payment.of} ${reference}`}</PageLink>
        <PageLink to={paths.officePayment(paymentId)}>{office.money.refund.ofPayment}</PageLink>
      </p>
      <ErrorSummary title={common.errorSummary} problems={actionData?.problems ?? []} />
      <div className="money-facts">
        <Facts facts={facts} />
      </div>
      <Acts acts={acts} mayDecide={mayDecide} refused={actionData} />
      <Story story={story} />
    </>
  )
}
