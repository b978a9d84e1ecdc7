import { Press } from '#app/components/press.tsx'
import { translation } from '#app/i18n/translation.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'

import { AtEnd } from './at-end.tsx'
import { CartRide } from './cart-ride.tsx'
import { Checkout } from './checkout.tsx'
import { HoldStrip } from './hold-strip.tsx'
import { OrderSummary } from './order-summary.tsx'
import type { CartAnswer, CartPageView } from './view.ts'

type CartFormProps = { cart: CartPageView; press: string; answer: CartAnswer | undefined }

/** A single form: each of its buttons submits all typed values, and the response contains them. */
export function CartForm({ cart, press, answer }: CartFormProps) {
  const { messages } = translation()
  const problems = answer?.problems ?? []
  const isOver = cart.state === 'lapsed'
  return (
    <form method="post" noValidate>
      <Press secret={press} />
      <EnterKey intent={isOver ? 'take-again' : 'pay'} />
      <AtEnd of={cart}>
        <EnterKey intent="take-again" />
      </AtEnd>
      <PageHeader title={messages.cart.title} />
      <div className="stack stack-large">
        <ErrorSummary title={messages.common.errorSummary} problems={problems} />
        <HoldStrip cart={cart} />
        <div className="cart-columns">
          <ol className="stack stack-large cart-rides">
            {cart.rides.map((ride, index) => (
              <CartRide
                key={ride.bookingId}
                ride={ride}
                place={index + 1}
                of={cart.rides.length}
                answer={answer}
              />
            ))}
          </ol>
          <OrderSummary cart={cart} />
          <Checkout cart={cart} isOver={isOver} answer={answer} />
        </div>
      </div>
    </form>
  )
}

/** The Enter key presses the first button of a form, which would otherwise remove a ride. */
function EnterKey({ intent }: { intent: string }) {
  return (
    <button
      className="visually-hidden"
      name="intent"
      value={intent}
      tabIndex={-1}
      aria-hidden="true"
    >
      {intent}
    </button>
  )
}
