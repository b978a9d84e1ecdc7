import { TermsBox } from '#app/components/terms-box.tsx'
import { translation } from '#app/i18n/translation.ts'
import type { Busy } from '#app/live/cart.ts'
import { attributes } from '#app/live/contract.ts'
import { Button } from '#app/ui/button.tsx'
import { FieldError, TextField } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { formatEuros } from '#platform/money.ts'
import { MAX_NAME_LENGTH } from '#platform/text/name.ts'

import { AtEnd } from './at-end.tsx'
import { EmailField } from './email-field.tsx'
import type { CartAnswer, CartPageView } from './view.ts'

type CheckoutProps = { cart: CartPageView; isOver: boolean; answer: CartAnswer | undefined }

/** Contact details, the terms, and the button that commits to paying. */
export function Checkout({ cart, isOver, answer }: CheckoutProps) {
  const { checkout } = translation().messages.cart
  const errorOf = (field: string) =>
    answer?.problems.find(({ fieldId }) => fieldId === field)?.sentence
  return (
    <section className="card stack checkout" aria-labelledby="checkout-heading">
      <h2 id="checkout-heading">{checkout.title}</h2>
      <TextField
        label={checkout.name}
        hint={checkout.nameHint}
        name="name"
        autoComplete="name"
        maxLength={MAX_NAME_LENGTH}
        defaultValue={answer?.typed.name ?? cart.name}
        error={errorOf('name')}
        required
      />
      <EmailField
        email={answer?.typed.email ?? cart.email}
        suggestion={answer?.typed.suggestion ?? null}
        error={answer?.typed.suggestion ? undefined : errorOf('email')}
      />
      <TextField
        label={checkout.phone}
        hint={checkout.phoneHint}
        name="phone"
        type="tel"
        autoComplete="tel"
        defaultValue={answer?.typed.phone ?? cart.phone}
        error={errorOf('phone')}
      />
      <div>
        <p className="label">{checkout.delivery}</p>
        <p className="delivery">
          <Icon name="mail" />
          {checkout.deliveryText}
        </p>
      </div>
      <div className="terms-box">
        <TermsBox
          isAccepted={answer?.typed.termsAccepted ?? cart.termsAccepted}
          error={errorOf('terms')}
          words={checkout}
        />
      </div>
      {!isOver && <PayButton cart={cart} error={errorOf('pay')} />}
      {isOver && <HoldFirst />}
      <AtEnd of={cart}>
        <HoldFirst />
      </AtEnd>
    </section>
  )
}

function HoldFirst() {
  return <p className="soft">{translation().messages.cart.checkout.holdFirst}</p>
}

/** The law prescribes its label: a less explicit button does not bind the buyer. */
function PayButton({ cart, error }: { cart: CartPageView; error: string | undefined }) {
  const { locale, messages } = translation()
  const { checkout } = messages.cart
  const label = cart.total > 0 ? checkout.pay(formatEuros(cart.total, locale)) : checkout.free
  return (
    <div className="stack pay">
      {error && <FieldError id="pay-error">{error}</FieldError>}
      <Button
        kind="action"
        wide
        id="pay"
        name="intent"
        value="pay"
        {...attributes<Busy>({ busy: checkout.busy })}
        {...(error && { 'aria-describedby': 'pay-error' })}
      >
        {label}
      </Button>
      {cart.total > 0 && <p className="hint">{checkout.payHint}</p>}
    </div>
  )
}
