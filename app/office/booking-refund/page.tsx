import { ActButton, ActForm } from '#app/components/office/act-form.tsx'
import { ActPage } from '#app/components/office/act-page.tsx'
import { OverruleFields } from '#app/components/office/overrule-fields.tsx'
import { Sums } from '#app/components/office/sums.tsx'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { officeAction } from '#app/office/act.server.ts'
import { getBooking } from '#app/office/booking-acts.server.ts'
import { staffOf } from '#app/office/guard.server.ts'
import { mayWaiveCents } from '#app/permissions.ts'
import { Button } from '#app/ui/button.tsx'
import type { FormProblem } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import { now } from '#platform/clock.server.ts'
import { cents, formatEuros } from '#platform/money.ts'

import styles from '#app/components/office/act-page.css?inline'
import type { Route } from './+types/page'
import { refund } from './actions.server.ts'
import { showRefund } from './view.server.ts'
import type { RefundView } from './view.ts'

export const handle = { shell: 'office', styles } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.changes.refund.title) }]

/** The sum is in the address, so that the button of the check can name it. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const booking = await getBooking(params.reference, now())
  const mayWaive = mayWaiveCents(staffOf(context).roles, 'orders.refund-goodwill')
  return showRefund({ ...booking, search: url.searchParams, mayWaive })
}

export const action = officeAction('/office/bookings/:reference/refund', { refund })

export default function RefundBooking({ loaderData, actionData }: Route.ComponentProps) {
  const { locale, messages } = translation()
  const { changes } = messages.office
  const { reference, paid, limit, give, problem } = loaderData
  const said = actionData?.problems ?? []
  const problems = problem ? [...said, { fieldId: 'give', sentence: problem }] : said
  const errorOf = (id: string) => problems.find(({ fieldId }) => fieldId === id)?.sentence
  return (
    <ActPage reference={reference} title={changes.refund.title} problems={problems}>
      <p>{changes.refund.intro}</p>
      {paid === 0 && <p>{changes.refund.nothing}</p>}
      {paid > 0 && (
        <section className="card stack">
          <p className="soft">
            {limit === null ? changes.noLimit : changes.limit(formatEuros(limit, locale))}
          </p>
          <SumForm view={loaderData} error={errorOf('give')} />
        </section>
      )}
      {give !== null && (
        <Check view={loaderData} give={give} typed={actionData?.typed} problems={problems} />
      )}
    </ActPage>
  )
}

function SumForm({ view, error }: { view: RefundView; error: string | undefined }) {
  const { locale, messages } = translation()
  const { refund: sentences } = messages.office.changes
  return (
    <form method="get" className="stack">
      <TextField
        name="give"
        label={sentences.sum}
        hint={sentences.sumHint(formatEuros(view.paid, locale))}
        defaultValue={view.typed}
        error={error}
        inputMode="decimal"
      />
      {view.enquiry && <input type="hidden" name="enquiry" value={view.enquiry} />}
      <Button kind={view.give === null ? 'action' : 'quiet'}>{sentences.check}</Button>
    </form>
  )
}

type CheckProps = {
  view: RefundView
  give: NonNullable<RefundView['give']>
  typed: Record<string, string> | undefined
  problems: FormProblem[]
}

function Check({ view: { paid, seen, enquiry }, give, typed, problems }: CheckProps) {
  const { locale, messages } = translation()
  const { refund: sentences } = messages.office.changes
  const lines = [
    { label: sentences.paid, amount: paid },
    { label: sentences.give, amount: give },
    { label: sentences.left, amount: cents(paid - give), isTotal: true },
  ]
  return (
    <section className="card stack" id="check">
      <p className="soft">{sentences.rule}</p>
      <Sums caption={sentences.title} lines={lines} />
      <ActForm intent="refund" seen={seen} confirm="L1" className="stack">
        <input type="hidden" name="give" value={give} />
        <OverruleFields
          typed={typed ?? (enquiry ? { reason: sentences.forEnquiry(enquiry) } : {})}
          errorOf={(id) => problems.find(({ fieldId }) => fieldId === id)?.sentence}
        />
        <ActButton kind="action">{sentences.submit(formatEuros(give, locale))}</ActButton>
      </ActForm>
    </section>
  )
}
