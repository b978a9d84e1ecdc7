import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Countdown } from '#app/ui/parts.tsx'
import * as paths from '#paths'

import type { Hold } from './use-hold.ts'
import type { CartPageView } from './view.ts'

const SOON_SECONDS = 300

type HoldStripProps = { cart: CartPageView; hold: Hold }

/** The state of the hold at this moment, and the possible next steps. */
export function HoldStrip({ cart, hold }: HoldStripProps) {
  const { cart: sentences } = translation().messages
  return (
    <div id="hold" tabIndex={-1}>
      <State cart={cart} hold={hold} />
      <p className="visually-hidden" aria-live="polite">
        {hold.isOver && cart.state === 'held' && sentences.hold.over}
        {!hold.isOver && hold.announced && sentences.hold.minutesLeft(hold.announced)}
      </p>
    </div>
  )
}

function State({ cart, hold }: HoldStripProps) {
  if (cart.state === 'paying') return <BeingPaid cart={cart} />
  return hold.isOver ? <Lapsed hasContact={cart.hasContact} /> : <Held cart={cart} hold={hold} />
}

function Held({ cart, hold }: HoldStripProps) {
  const { heldUntil, heldUntilMs, extendsByMinutes } = cart
  const { hold: sentences } = translation().messages.cart
  const { secondsLeft } = hold
  const isSoon = secondsLeft !== null && secondsLeft <= SOON_SECONDS
  return (
    <div className="notice hold-strip" data-tone={isSoon ? 'warning' : 'info'}>
      <Icon name="clock" />
      <div className="hold-words">
        <p>
          <strong>{sentences.until(heldUntil)}</strong>
        </p>
        <p className="small">{sentences.explain}</p>
      </div>
      <p className="hold-left" hidden={secondsLeft === null}>
        <Countdown endsAt={heldUntilMs}>{minutesAndSeconds(secondsLeft ?? 0)}</Countdown>
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

/** "12:07" */
function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
