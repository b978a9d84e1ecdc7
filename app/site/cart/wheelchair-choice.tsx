import { CallUs } from '#app/components/journey/call-us.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { Choice } from '#app/ui/choice.tsx'
import { FieldError, SelectField } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { Details } from '#app/ui/parts.tsx'
import { WHEELCHAIR_NOTICE_HOURS } from '#modules/rules/rules.ts'

import type { CartAnswer, CartRideView } from './view.ts'

type WheelchairChoiceProps = { ride: CartRideView; answer: CartAnswer | undefined }

/** A wheelchair space with its deadline; after the deadline, a number to call. */
export function WheelchairChoice({ ride, answer }: WheelchairChoiceProps) {
  const { wheelchair: sentences } = translation().messages.cart
  const { state, users, most, until } = ride.wheelchair
  const name = `wheelchairs-${ride.bookingId}`
  const error = answer?.problems.find(({ fieldId }) => fieldId === name)?.sentence
  return (
    <Details
      open={users > 0 || error !== undefined}
      summary={
        <>
          <Icon name="wheelchair" />
          {sentences.title}
        </>
      }
    >
      {most > 0 && <WheelchairCount ride={ride} answer={answer} error={error} />}
      {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
      {users > 0 && <p className="hint">{sentences.kept}</p>}
      {state === 'open' && (
        <p className="hint">{sentences.until(until, WHEELCHAIR_NOTICE_HOURS)}</p>
      )}
      {state !== 'open' && users === 0 && (
        <div className="hint">
          {state === 'too-late' && <p>{sentences.tooLate(until, WHEELCHAIR_NOTICE_HOURS)}</p>}
          {state === 'no-access' && <p>{sentences.noAccess}</p>}
          {state === 'not-known' && <p>{sentences.notKnown}</p>}
          {state === 'none' && <p>{sentences.none}</p>}
          <CallUs />
        </div>
      )}
    </Details>
  )
}

type CountProps = WheelchairChoiceProps & { error: string | undefined }

/** Saved by its own button, and also by the pay button. */
function WheelchairCount({ ride, answer, error }: CountProps) {
  const { wheelchair: sentences } = translation().messages.cart
  const { bookingId, wheelchair } = ride
  const { most, users } = wheelchair
  const name = `wheelchairs-${bookingId}`
  const count = answer?.typed.wheelchairs[bookingId] ?? users
  const about = { id: name, ...(error && { 'aria-describedby': `${name}-error` }) }
  return (
    <div className="wheelchair-count">
      {most === 1 ? (
        <>
          <input type="hidden" name={name} value="0" />
          <Choice type="checkbox" name={name} value="1" defaultChecked={count > 0} {...about}>
            {sentences.one}
          </Choice>
        </>
      ) : (
        <SelectField label={sentences.many} name={name} defaultValue={count} {...about}>
          <option value="0">{sentences.nobody}</option>
          {Array.from({ length: most }, (_, index) => (
            <option key={index} value={index + 1}>
              {index + 1}
            </option>
          ))}
        </SelectField>
      )}
      <Button name="intent" value={`wheelchair:${bookingId}`}>
        {sentences.save}
        <span className="visually-hidden">: {ride.title}</span>
      </Button>
    </div>
  )
}
