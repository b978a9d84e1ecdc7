import { CallUs } from '#app/components/journey/call-us.tsx'
import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { Details } from '#app/ui/parts.tsx'
import * as paths from '#paths'
import { formatEuros } from '#platform/money.ts'

import type { ChoiceView, OfferView } from './view.ts'

/**
 * One button for each bus with kept seats and for the refund, which lead to a question, and for staying; a group
 * may split. The first is what happens without an answer.
 */
export function Buttons({ view }: { view: ChoiceView }) {
  const { locale, messages } = translation()
  const sentences = messages.choose
  const { kind, offers, canRefund, canStay, movedTo, total, is, manageId, group } = view
  const others = offers.filter(({ isChosen }) => !isChosen)
  if (others.length === 0 && !canRefund && !canStay) return <Help />
  return (
    <>
      {(is === 'moved' || is === 'stays') && <p>{sentences.change(view.until)}</p>}
      <ul className="choose-buttons">
        {canStay && !movedTo && <Stay view={view} />}
        {others.map((offer) => (
          <li key={offer.offerId}>
            <LinkButton wide href={`?choice=${offer.offerId}`}>
              <span className="choose-time">{offer.stop ?? sentences.take(offer.times)}</span>
              <span>{offer.stop ? sentences.sameBus(offer.times) : offer.date}</span>
              {offer.late && <span>{offer.late}</span>}
            </LinkButton>
          </li>
        ))}
        {canStay && movedTo && <Stay view={view} />}
        {canRefund && (
          <li>
            <LinkButton wide href="?choice=refund">
              <span className="choose-time">{sentences.refund(formatEuros(total, locale))}</span>
              <span>{sentences.refundFinal}</span>
            </LinkButton>
          </li>
        )}
      </ul>
      {group.length > 0 && <Split view={view} />}
      {kind === 'not-running' && (is === 'open' || is === 'over') && (
        <p>
          <PageLink to={paths.order(manageId)}>{sentences.otherBuses}</PageLink>
        </p>
      )}
      <Help />
    </>
  )
}

function Stay({ view: { booked } }: { view: ChoiceView }) {
  const { choose: sentences } = translation().messages
  return (
    <li>
      <form method="post">
        <Button kind="secondary" wide name="choice" value="stay">
          <span className="choose-time">{sentences.stay}</span>
          <span>{booked ? sentences.stayAtNewTime : sentences.stayAsBooked}</span>
        </Button>
      </form>
    </li>
  )
}

function Help() {
  const { choose: sentences } = translation().messages
  return (
    <div>
      <p className="soft small">{sentences.help}</p>
      <CallUs />
    </div>
  )
}

/** Some of a group take a bus or stay on their original bus, and the others get back the fare that they paid. */
function Split({ view }: { view: ChoiceView }) {
  const { offers, group, wheelchairs, movedTo } = view
  const { locale, messages } = translation()
  const { choose: sentences, common } = messages
  return (
    <Details summary={sentences.split.title}>
      <form method="post" className="stack">
        <p>{sentences.split.story}</p>
        <div className="choose-counts">
          {group.map(({ category, of, fare }) => (
            <SelectField
              key={category}
              name={`travelling-${category}`}
              label={sentences.split.count(common.categories[category].field, of)}
              hint={
                fare > 0 ? sentences.split.paid(formatEuros(fare, locale)) : sentences.split.free
              }
              defaultValue={of}
            >
              <Counts to={of} />
            </SelectField>
          ))}
          {wheelchairs > 0 && (
            <SelectField
              name="travelling-wheelchair"
              label={sentences.split.wheelchairs(wheelchairs)}
              defaultValue={wheelchairs}
            >
              <Counts to={wheelchairs} />
            </SelectField>
          )}
        </div>
        <ul className="choose-buttons">
          {!movedTo && <StayInPart view={view} />}
          {offers.map((offer: OfferView) => (
            <li key={offer.offerId}>
              <Button wide name="choice" value={offer.offerId}>
                {offer.stop
                  ? sentences.split.atStop(offer.stop)
                  : sentences.split.button(offer.times)}
              </Button>
            </li>
          ))}
          {movedTo && <StayInPart view={view} />}
        </ul>
      </form>
    </Details>
  )
}

function StayInPart({ view: { seatsToStay, seats } }: { view: ChoiceView }) {
  const { split: sentences } = translation().messages.choose
  if (seatsToStay === null) return null
  return (
    <li>
      <Button wide name="choice" value="stay">
        <span>{sentences.stay}</span>
        {seatsToStay < seats && <span>{sentences.seatsToStay(seatsToStay)}</span>}
      </Button>
    </li>
  )
}

function Counts({ to }: { to: number }) {
  return Array.from({ length: to + 1 }, (_, count) => <option key={count}>{count}</option>)
}
