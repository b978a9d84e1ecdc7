import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import type { Announced } from '#app/live/cart.ts'
import { attributes } from '#app/live/contract.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Countdown } from '#app/ui/parts.tsx'
import * as paths from '#paths'

import { AtEnd } from './at-end.tsx'
import type { CartPageView } from './view.ts'

/**
 * The minutes left at which screen readers announce the hold, and no others, so that it does not
 * disturb.
 */
const ANNOUNCED_MINUTES = [1, 5]

/** The state of the hold at this moment, and the possible next steps. */
export function HoldStrip({ cart }: { cart: CartPageView }) {
  const { hold } = translation().messages.cart
  const announced = ANNOUNCED_MINUTES.map((one) => [one, hold.minutesLeft(one)])
  return (
    <div id="hold" tabIndex={-1}>
      {cart.state === 'paying' && <BeingPaid cart={cart} />}
      {cart.state === 'lapsed' && <Lapsed hasContact={cart.hasContact} />}
      {cart.state === 'held' && <Held cart={cart} />}
      <AtEnd of={cart}>
        <Lapsed hasContact={cart.hasContact} />
      </AtEnd>
      <p
        className="visually-hidden"
        aria-live="polite"
        {...attributes<Announced>({ 0: hold.over, ...Object.fromEntries(announced) })}
      />
    </div>
  )
}

/** With script the countdown runs (live/cart.ts); without it, the page shows the time of the end. */
function Held({ cart }: { cart: CartPageView }) {
  const { heldUntil, heldUntilMs, nowMs, extendsByMinutes } = cart
  const { hold: sentences } = translation().messages.cart
  return (
    <div className="notice hold-strip" data-tone="info">
      <Icon name="clock" />
      <div className="hold-words">
        <p>
          <strong>{sentences.until(heldUntil)}</strong>
        </p>
        <p className="small">{sentences.explain}</p>
      </div>
      <p className="hold-left" hidden>
        <Countdown endsAt={heldUntilMs} madeAt={nowMs}>
          {heldUntil}
        </Countdown>
        <span className="small"> {sentences.left}</span>
      </p>
      {extendsByMinutes > 0 && (
        <Button name="intent" value="extend">
          {sentences.extend(extendsByMinutes)}
        </Button>
      )}
    </div>
  )
}

function Lapsed({ hasContact }: { hasContact: boolean }) {
  const { hold } = translation().messages.cart
  return (
    <Notice tone="warning" title={hold.over}>
      <p>
        {hold.overAdvice} {hasContact && hold.overKept}
      </p>
      <p className="notice-action">
        <Button kind="action" name="intent" value="take-again">
          {hold.again}
        </Button>
      </p>
    </Notice>
  )
}

function BeingPaid({ cart: { payAt, paymentId } }: { cart: CartPageView }) {
  const { paying } = translation().messages.cart
  return (
    <Notice tone="info" title={paying.title}>
      <p>{paying.advice}</p>
      <p className="row notice-action">
        {payAt && <LinkButton href={payAt}>{paying.goOn}</LinkButton>}
        {paymentId && <PageLink to={paths.paymentSuccess(paymentId)}>{paying.look}</PageLink>}
      </p>
    </Notice>
  )
}
