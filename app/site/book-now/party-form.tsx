import { CallUs } from '#app/components/journey/call-us.tsx'
import { CountField } from '#app/components/journey/count-field.tsx'
import type { ChosenRide, PartyView } from '#app/components/journey/view.ts'
import { partyText } from '#app/i18n/party.ts'
import { translation } from '#app/i18n/translation.ts'
import type { OfCategory, Sending } from '#app/live/book-now.ts'
import { attributes } from '#app/live/contract.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary, type FormProblem } from '#app/ui/error-summary.tsx'
import { Icon } from '#app/ui/icons.tsx'
import {
  CATEGORY_RULES,
  PASSENGER_CATEGORIES,
  type PassengerCategory,
} from '#modules/fares/passengers.ts'
import {
  HOLD_MINUTES,
  LUGGAGE_KG,
  MAX_PASSENGERS,
  SHORT_HOLD_MINUTES,
} from '#modules/rules/rules.ts'
import { formatEuros, sum } from '#platform/money.ts'

import { PartyPrice } from './party-price.tsx'
import { WheelchairField } from './wheelchair-field.tsx'

type PartyFormProps = {
  party: PartyView
  /** This page with its whole query, so that a returned form still has its choices. */
  action: string
  problems: FormProblem[]
  /** The contact fields as HTML, only where they are required before a hold. */
  contact: string | undefined
}

/**
 * The passengers, their total, and the button for the cart. With script the total follows the typing
 * (live/book-now.js).
 */
export function PartyForm({ party, action, problems, contact }: PartyFormProps) {
  const { bookNow, common } = translation().messages
  const sentences = bookNow.party
  const { passengers } = party
  return (
    <form method="post" action={action} className="card stack">
      <h2>{sentences.heading}</h2>
      <ErrorSummary title={common.errorSummary} problems={problems} />
      {party.hidden.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <details className="party-change" open={problems.some(isAboutParty)}>
        <summary>
          <strong>{partyText(passengers) || '–'}</strong>{' '}
          <span className="link">{sentences.change}</span>
        </summary>
        <div className="counts">
          {PASSENGER_CATEGORIES.map((category) => (
            <CountField
              key={category}
              category={category}
              count={party.passengers[category]}
              hint={fareOf(category, party.rides)}
            />
          ))}
        </div>
        <p className="hint">{sentences.agesRule}</p>
      </details>
      <p className="hint" hidden={passengers.infant + passengers.student === 0}>
        <RuleOf category="infant" party={party}>
          {sentences.infantsRule}
        </RuleOf>{' '}
        <RuleOf category="student" party={party}>
          {sentences.studentsRule}
        </RuleOf>
      </p>
      <WheelchairField party={party} />
      <PartyPrice rides={party.rides} passengers={passengers} />
      {contact ? (
        <div className="stack" dangerouslySetInnerHTML={{ __html: contact }} />
      ) : (
        <noscript>
          <Button formMethod="get" formNoValidate wide>
            {sentences.update}
          </Button>
        </noscript>
      )}
      <Button kind="action" wide {...attributes<Sending>({ busy: sentences.adding })}>
        <Icon name="cart" />
        {sentences.addToCart}
      </Button>
      <ul className="rules">
        <Rule icon="clock">{sentences.holdRule(contact ? SHORT_HOLD_MINUTES : HOLD_MINUTES)}</Rule>
        <Rule icon="luggage">{sentences.luggage(LUGGAGE_KG)}</Rule>
        <Rule icon="phone">
          {sentences.largeParty(MAX_PASSENGERS)} <CallUs />
        </Rule>
      </ul>
    </form>
  )
}

type RuleOfProps = { category: PassengerCategory; party: PartyView; children: string }

/** A rule for one category, shown while somebody of it travels. */
function RuleOf({ category, party, children }: RuleOfProps) {
  const { field } = CATEGORY_RULES[category]
  return (
    <span {...attributes<OfCategory>({ of: field })} hidden={party.passengers[category] === 0}>
      {children}
    </span>
  )
}

type RuleProps = { icon: 'clock' | 'luggage' | 'phone'; children: React.ReactNode }

function Rule({ icon, children }: RuleProps) {
  return (
    <li>
      <Icon name={icon} />
      <div>{children}</div>
    </li>
  )
}

type LockedPartyProps = { missing: 'departure' | 'return'; party: PartyView }

/** The same form, locked: it shows the next step, and what is needed first. */
export function LockedParty({ missing, party }: LockedPartyProps) {
  const sentences = translation().messages.bookNow.party
  const what = missing === 'return' ? sentences.lockedReturn : sentences.locked
  return (
    <section className="card stack" aria-labelledby="party-heading">
      <h2 id="party-heading">{sentences.heading}</h2>
      <p>
        <strong>{partyText(party.passengers, party.wheelchairUsers)}</strong>
      </p>
      <p className="locked-reason">
        <strong>{what}</strong>
        <span className="soft">{sentences.lockedAdvice}</span>
      </p>
    </section>
  )
}

function isAboutParty({ fieldId }: FormProblem): boolean {
  return fieldId !== 'name' && fieldId !== 'email'
}

function fareOf(category: PassengerCategory, rides: readonly ChosenRide[]): string {
  const { locale, messages } = translation()
  const fare = sum(rides.map(({ fares }) => fares[category]))
  return fare === 0 ? messages.bookNow.party.free : messages.common.each(formatEuros(fare, locale))
}
