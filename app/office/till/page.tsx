import { ActButton, ActForm } from '#app/components/office/act-form.tsx'
import { useOwnAddress } from '#app/components/office/own-address.ts'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { officeAction, type Refused } from '#app/office/act.server.ts'
import { staffOf } from '#app/office/guard.server.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Facts } from '#app/ui/parts.tsx'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

import type { Route } from './+types/page'
import { close, move, open, payRefund, refundInCash } from './actions.server.ts'
import { Count, Entries } from './entries.tsx'
import { showTill, type TillView } from './view.server.ts'

export const handle = { shell: 'office' } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.till.title) }]

export async function loader({ context, url }: Route.LoaderArgs) {
  const { searchParams: asked } = url
  const closedId = asked.get('closed') ?? ''
  return showTill(staffOf(context), { closedId, wanted: asked.get('reference') ?? '' })
}

export const action = officeAction('/office/till', {
  open,
  'pay-in': (press) => move(press, 'paid-in'),
  'pay-out': (press) => move(press, 'paid-out'),
  'pay-refund': payRefund,
  'refund-in-cash': refundInCash,
  close,
})

export default function Till({ loaderData, actionData }: Route.ComponentProps) {
  const { office, common } = translation().messages
  const { till: sentences } = office
  const { till, closed } = loaderData
  const answer = actionData && 'problems' in actionData ? actionData : undefined
  return (
    <div className="stack stack-large">
      <h1>{sentences.title}</h1>
      <ErrorSummary title={common.errorSummary} problems={answer?.problems ?? []} />
      {closed && (
        <section className="card stack">
          <h2>{sentences.resultTitle}</h2>
          <Count session={closed} />
        </section>
      )}
      {till ? (
        <OpenTill {...loaderData} till={till} answer={answer} />
      ) : (
        <OpenForm answer={answer} />
      )}
      <p className="soft small">{sentences.noRegister}</p>
    </div>
  )
}

type Answered = { answer: Refused | undefined }

/** The value typed into the form of this act that was refused. */
function typedIn({ answer }: Answered, intents: readonly string[], name: string) {
  const isThis = answer && intents.includes(answer.intent)
  const error = isThis
    ? answer.problems.find(({ fieldId }) => fieldId === name)?.sentence
    : undefined
  return { defaultValue: isThis ? answer.typed[name] : undefined, error }
}

function OpenForm(props: Answered) {
  const { till } = translation().messages.office
  return (
    <ActForm intent="open" className="card stack">
      <p>{till.closedNow}</p>
      <TextField
        name="float"
        label={till.float}
        inputMode="decimal"
        autoComplete="off"
        {...typedIn(props, ['open'], 'float')}
      />
      <div className="row">
        <Button kind="action">{till.open}</Button>
      </div>
    </ActForm>
  )
}

type ToPayOut = Answered & Pick<TillView, 'refunds' | 'wanted' | 'mayFind'>
type OpenTillProps = ToPayOut & { till: NonNullable<TillView['till']> }

function OpenTill({ till, answer, ...toPayOut }: OpenTillProps) {
  const sentences = translation().messages.office.till
  return (
    <>
      <CloseForm answer={answer} />
      <Facts
        facts={[
          { name: sentences.openedAt, value: till.openedAt },
          { name: sentences.floatShort, value: till.float },
        ]}
      />
      <Entries entries={till.entries} address={paths.officeTill()} />
      {(toPayOut.mayFind || toPayOut.refunds.length > 0) && (
        <Refunds {...toPayOut} answer={answer} />
      )}
      <MoveForm answer={answer} />
    </>
  )
}

function CloseForm(props: Answered) {
  const { till } = translation().messages.office
  return (
    <ActForm intent="close" className="card stack">
      <h2>{till.closeTitle}</h2>
      <TextField
        name="counted"
        label={till.counted}
        hint={till.closeHint}
        inputMode="decimal"
        autoComplete="off"
        {...typedIn(props, ['close'], 'counted')}
      />
      <div className="row">
        <Button kind="action">{till.close}</Button>
      </div>
    </ActForm>
  )
}

/** One form with two buttons, so the act is in the button. */
function MoveForm(props: Answered) {
  const here = useOwnAddress()
  const { till } = translation().messages.office
  const moves = ['pay-in', 'pay-out']
  return (
    <form method="post" action={here} className="card stack" noValidate>
      <input type="hidden" name="once" value={crypto.randomUUID()} />
      <h2>{till.moveTitle}</h2>
      <TextField
        name="amount"
        label={till.moveAmount}
        inputMode="decimal"
        autoComplete="off"
        {...typedIn(props, moves, 'amount')}
      />
      <TextField name="reason" label={till.reason} {...typedIn(props, moves, 'reason')} />
      <div className="row">
        <Button name="intent" value="pay-in">
          {till.payIn}
        </Button>
        <Button name="intent" value="pay-out">
          {till.payOut}
        </Button>
      </div>
    </form>
  )
}

function Refunds({ refunds, wanted, mayFind, answer }: ToPayOut) {
  const { till } = translation().messages.office
  return (
    <section className="card stack">
      <h2>{till.refundsTitle}</h2>
      {mayFind && <FindRefund wanted={wanted} />}
      {refunds.length > 0 && <p>{till.refundsHint}</p>}
      {refunds.length === 0 && wanted !== '' && <p>{till.noRefundFor(wanted)}</p>}
      {refunds.map((refund) => (
        <Refund key={refund.refundId} refund={refund} mayFind={mayFind} answer={answer} />
      ))}
    </section>
  )
}

type RefundProps = Answered & Pick<TillView, 'mayFind'> & { refund: TillView['refunds'][number] }

function Refund({ refund, mayFind, answer }: RefundProps) {
  const { till } = translation().messages.office
  const { refundId, reference, name, amount, means } = refund
  const problemOf = (id: string) => answer?.problems.find(({ fieldId }) => fieldId === id)?.sentence
  const isCash = means === 'cash'
  return (
    <>
      <ActForm intent="pay-refund" className="stack">
        <input type="hidden" name="refund" value={refundId} />
        <p>{name === '' ? till.refundOf(reference) : till.refundFor(reference, name)}</p>
        {!isCash && (
          <TextField
            id={`slip-${refundId}`}
            name="slip"
            label={till.refundSlip}
            error={problemOf(`slip-${refundId}`)}
          />
        )}
        <div className="row">
          <Button id={isCash ? `slip-${refundId}` : undefined}>{till.payRefund(amount)}</Button>
        </div>
      </ActForm>
      {!isCash && mayFind && (
        <ActForm intent="refund-in-cash" confirm="L1" className="stack">
          <input type="hidden" name="refund" value={refundId} />
          <TextField
            id={`cash-${refundId}`}
            name="reason"
            label={till.inCashReason}
            hint={till.inCashHint}
            defaultValue={answer?.intent === 'refund-in-cash' ? answer.typed.reason : undefined}
            error={problemOf(`cash-${refundId}`)}
          />
          <ActButton>{till.payInCash(amount)}</ActButton>
        </ActForm>
      )}
    </>
  )
}

/** A traveller who asks for a refund names the booking. */
function FindRefund({ wanted }: Pick<TillView, 'wanted'>) {
  const { locale, messages } = translation()
  const { till } = messages.office
  return (
    <form method="get" action={localePath(locale, paths.officeTill())} className="stack">
      <TextField
        name="reference"
        label={till.refundReference}
        autoComplete="off"
        defaultValue={wanted}
      />
      <div className="row">
        <Button>{till.findRefund}</Button>
      </div>
    </form>
  )
}
