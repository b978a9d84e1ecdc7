import { ForgetDevice } from '#app/components/forget-device.tsx'
import { CallUs } from '#app/components/journey/call-us.tsx'
import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import * as paths from '#paths'

import { BoughtTickets } from './bought-tickets.tsx'
import { CorrectEmail } from './correct-email.tsx'
import { ResultHeader } from './result-header.tsx'
import type { EmailAnswer, PaymentView } from './view.ts'
import { Waiting } from './waiting.tsx'

type PaymentResultProps = { payment: PaymentView; emailAnswer: EmailAnswer | undefined }

/** One page for every outcome of a payment, whichever of its two addresses was used. */
export function PaymentResult({ payment, emailAnswer }: PaymentResultProps) {
  return (
    <div className="wrap payment-result stack stack-large">
      <Outcome payment={payment} emailAnswer={emailAnswer} />
    </div>
  )
}

function Outcome({ payment, emailAnswer }: PaymentResultProps) {
  const { outcome } = payment
  if (outcome === 'confirmed') return <Confirmed payment={payment} emailAnswer={emailAnswer} />
  if (outcome === 'failed') return <Failed payment={payment} />
  if (outcome === 'given-back') return <GivenBack payment={payment} />
  if (outcome === 'review') return <InReview payment={payment} />
  return <Waiting payment={payment} />
}

function Confirmed({ payment, emailAnswer }: PaymentResultProps) {
  const { change, confirmed } = translation().messages.payment
  const { mine, isLate, isForChange } = payment
  const title = isForChange ? change.title : confirmed.title
  const intro = isForChange ? change.intro : mine && confirmed.intro(mine.tickets.length)
  return (
    <>
      <ResultHeader
        tone="positive"
        title={title}
        intro={mine ? intro : confirmed.elsewhere}
        payment={payment}
      />
      {isLate && !isForChange && <Notice>{confirmed.late}</Notice>}
      {mine && (
        <>
          <BoughtTickets mine={mine} />
          <CorrectEmail payment={payment} mine={mine} answer={emailAnswer} />
          {mine.isGuest && <ForgetDevice />}
        </>
      )}
    </>
  )
}

/** That nothing was charged, the reason, the end of the hold, and a link for another attempt. */
function Failed({ payment }: { payment: PaymentView }) {
  if (payment.isForChange) return <ChangeFailed payment={payment} />
  return <OrderFailed payment={payment} />
}

function OrderFailed({ payment }: { payment: PaymentView }) {
  const { failed } = translation().messages.payment
  const { decline, heldUntil, mine } = payment
  const intro = (
    <>
      <strong>{failed.nothing}</strong> {decline ?? failed.left}
    </>
  )
  const held = heldUntil ? failed.held(heldUntil) : failed.notHeld
  return (
    <ResultHeader tone="danger" title={failed.title} intro={intro} payment={payment}>
      {mine && <p>{mine.isInCart ? held : failed.gone}</p>}
      <p>
        <PageLink
          className={buttonClass('action')}
          to={mine?.isInCart ? paths.cart() : paths.bookNow()}
        >
          {mine?.isInCart ? failed.again : failed.search}
        </PageLink>
      </p>
      <CallUs />
    </ResultHeader>
  )
}

/** The existing booking is unchanged and valid. */
function ChangeFailed({ payment }: { payment: PaymentView }) {
  const { change, failed } = translation().messages.payment
  const { decline, mine } = payment
  const intro = (
    <>
      <strong>{change.nothing}</strong> {decline ?? failed.left}
    </>
  )
  return (
    <ResultHeader tone="danger" title={failed.title} intro={intro} payment={payment}>
      <p>{change.stands}</p>
      {mine ? (
        <p>
          <PageLink className={buttonClass('action')} to={mine.orderPath}>
            {change.toBooking}
          </PageLink>
        </p>
      ) : (
        <p>{change.byMail}</p>
      )}
      <CallUs />
    </ResultHeader>
  )
}

function GivenBack({ payment }: { payment: PaymentView }) {
  const { givenBack } = translation().messages.payment
  const { mine } = payment
  const isBooked = payment.isForChange || (payment.givenBack?.isDuplicate ?? false)
  return (
    <>
      <ResultHeader
        tone="warning"
        title={givenBack.title}
        intro={payment.givenBack?.sentence}
        payment={payment}
      >
        {isBooked && mine && <p>{givenBack.stands}</p>}
        {!isBooked && (
          <p>
            <PageLink className={buttonClass('action')} to={paths.bookNow()}>
              {givenBack.again}
            </PageLink>
          </p>
        )}
        <CallUs />
      </ResultHeader>
      {isBooked && mine && <BoughtTickets mine={mine} />}
    </>
  )
}

function InReview({ payment }: { payment: PaymentView }) {
  const { review } = translation().messages.payment
  return (
    <ResultHeader tone="warning" title={review.title} intro={review.intro} payment={payment}>
      <CallUs />
    </ResultHeader>
  )
}
