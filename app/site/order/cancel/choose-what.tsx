import { WhoLeaves } from '#app/components/journey/who-leaves.tsx'
import { OrderForm } from '#app/components/order/order-form.tsx'
import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Choice } from '#app/ui/choice.tsx'
import * as paths from '#paths'

import type { CancelRideView, CancelView } from './view.ts'

/** The whole order with one tap, or a part, each with its refund; or only the passengers asked about. */
export function ChooseWhat({ view }: { view: CancelView }) {
  const named = view.rides.filter(({ chosen }) => chosen !== 'none')
  const [ride] = named
  const isAboutSome = named.length === 1 && ride?.chosen === 'some' && ride.counts.length > 0
  return isAboutSome ? <ChooseWho ride={ride} view={view} /> : <ChooseRides view={view} />
}

/** A traveller who came to take fewer passengers sees that choice alone. */
function ChooseWho({ ride, view }: { ride: CancelRideView; view: CancelView }) {
  const { cancel: sentences } = translation().messages
  return (
    <>
      <p>{sentences.intro}</p>
      <section className="card stack" aria-labelledby="part-heading">
        <div>
          <h2 id="part-heading">{sentences.part.someTitle}</h2>
          <p className="soft">
            {ride.title}, {ride.when}
          </p>
        </div>
        <OrderForm to={paths.cancel(view.manageId)} method="get">
          <div className="stack stack-large">
            <RideChoice ride={ride} isOnly />
            <p>
              <Button kind="action">{sentences.part.submit}</Button>
            </p>
          </div>
        </OrderForm>
      </section>
      <p>
        <PageLink className={buttonClass('quiet')} to={paths.cancel(view.manageId)}>
          {sentences.quote.other}
        </PageLink>
      </p>
    </>
  )
}

function ChooseRides({ view }: { view: CancelView }) {
  const { cancel: sentences } = translation().messages
  const { manageId, rides, whole } = view
  const open = rides.filter(({ canCancel }) => canCancel)
  const hasParts = rides.length > 1 || open.some(({ counts }) => counts.length > 0)
  return (
    <>
      <p>{sentences.intro}</p>
      {whole && (
        <section className="card stack" aria-labelledby="whole-heading">
          <div>
            <h2 id="whole-heading">{sentences.whole.title}</h2>
            <p className="soft">{sentences.whole.rides(whole.rides)}</p>
          </div>
          <p className="comes-back">{whole.comesBack}</p>
          <p>
            <PageLink className={buttonClass('action')} to={whole.address}>
              {sentences.whole.submit}
            </PageLink>
          </p>
        </section>
      )}
      {hasParts && (
        <section className="card stack" id="part" aria-labelledby="part-heading">
          <h2 id="part-heading">
            {rides.length > 1 ? sentences.part.title : sentences.part.someTitle}
          </h2>
          <OrderForm to={paths.cancel(manageId)} method="get">
            <div className="stack stack-large">
              {rides.map((ride) => (
                <RideChoice key={ride.bookingId} ride={ride} isOnly={rides.length === 1} />
              ))}
              <p>
                <Button>{sentences.part.submit}</Button>
              </p>
            </div>
          </OrderForm>
        </section>
      )}
    </>
  )
}

type RideChoiceProps = { ride: CancelRideView; isOnly: boolean }

/** For one ride: keep it, cancel it, or cancel some of its seats. */
function RideChoice({ ride, isOnly }: RideChoiceProps) {
  const { cancel: sentences } = translation().messages
  const { bookingId, title, when, party, comesBack, canCancel, counts, chosen } = ride
  const name = `ride.${bookingId}`
  if (!canCancel) {
    return (
      <div>
        <h3>{title}</h3>
        <p className="soft">{when}</p>
        <p>{sentences.left}</p>
      </div>
    )
  }
  if (isOnly) {
    return (
      <fieldset className="stack">
        <legend className="visually-hidden">{title}</legend>
        <input type="hidden" name={name} value="some" />
        <WhoLeaves {...ride} />
      </fieldset>
    )
  }
  return (
    <fieldset className="stack ride-choice">
      <legend>
        <h3>{title}</h3>
        <span className="soft">{when}</span>
      </legend>
      <div>
        <Choice type="radio" name={name} value="none" defaultChecked={chosen === 'none'}>
          {sentences.part.keep}
        </Choice>
        <Choice type="radio" name={name} value="all" defaultChecked={chosen === 'all'}>
          {sentences.part.all(party)}
          <span className="soft small choice-note">{comesBack}</span>
        </Choice>
        {counts.length > 0 && (
          <Choice type="radio" name={name} value="some" defaultChecked={chosen === 'some'}>
            {sentences.part.some}
          </Choice>
        )}
      </div>
      {counts.length > 0 && (
        <div className="who-leaves">
          <WhoLeaves {...ride} />
        </div>
      )}
    </fieldset>
  )
}
