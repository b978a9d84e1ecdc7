import { PageLink } from '#app/components/page-link.tsx'
import { found } from '#app/http/found.ts'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { officeAction } from '#app/office/act.server.ts'
import { may, staffOf } from '#app/office/guard.server.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Facts } from '#app/ui/parts.tsx'
import { endDispute } from '#modules/support/decide-dispute.server.ts'
import { acceptPayment, returnPayment } from '#modules/support/decide-payment.server.ts'
import { findMoneyStory } from '#modules/support/find-payment-history.server.ts'
import * as paths from '#paths'

import type { Route } from './+types/payment'
import { ask, decision } from './actions.server.ts'
import { Acts } from './acts.tsx'
import styles from './money.css?inline'
import { listPaymentActs, showPaymentFacts } from './payment-view.server.ts'
import { showStory } from './story.server.ts'
import { Story } from './story.tsx'

export const handle = { shell: 'office', styles } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.money.title) }]

export async function loader({ params, context }: Route.LoaderArgs) {
  const story = found(await findMoneyStory(params.id))
  const payment = found(story.payments.find(({ paymentId }) => paymentId === params.id))
  return {
    story: await showStory(story),
    facts: showPaymentFacts(payment),
    acts: listPaymentActs(payment),
    mayDecide: may(staffOf(context), 'money.decide'),
  }
}

export const action = officeAction('/office/money/payments/:id', {
  ask,
  accept: decision('accept', (paymentId, said) =>
    acceptPayment({ paymentId, ...said, writesOff: false }),
  ),
  'make-good': decision('make-good', (paymentId, said) =>
    acceptPayment({ paymentId, ...said, writesOff: true }),
  ),
  return: decision('return', (paymentId, said) => returnPayment({ paymentId, ...said })),
  'dispute-won': decision('dispute-won', (paymentId, said) =>
    endDispute({ paymentId, ...said, outcome: 'won' }),
  ),
  'dispute-lost': decision('dispute-lost', (paymentId, said) =>
    endDispute({ paymentId, ...said, outcome: 'lost' }),
  ),
})

export default function Payment({ loaderData, actionData }: Route.ComponentProps) {
  const { office, common } = translation().messages
  const { story, facts, acts, mayDecide } = loaderData
  const { reference } = story
  return (
    <>
      <h1>{office.money.payment.title(reference)}</h1>
      <p>
        <PageLink
          to={paths.officeBooking(reference)}
        >{`${office.money.payment.of} ${reference}`}</PageLink>
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
