import { CallUs } from '#app/components/journey/call-us.tsx'
import type { PartyView, WheelchairView } from '#app/components/journey/view.ts'
import { translation } from '#app/i18n/translation.ts'
import { Choice } from '#app/ui/choice.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { WHEELCHAIR_NOTICE_HOURS } from '#modules/rules/rules.ts'

/** A wheelchair space with its deadline as date and time; after the deadline, a number to call. */
export function WheelchairField({ party }: { party: PartyView }) {
  const sentences = translation().messages.bookNow.party
  const offered = party.rides.map(({ wheelchair }) => wheelchair)
  const obstacle = offered.find(({ state }) => state !== 'on-offer')
  return (
    <div className="wheelchair" id="wheelchair">
      <Icon name="wheelchair" />
      {obstacle ? (
        <div>
          <h3>{sentences.wheelchair}</h3>
          <p className="hint">{reasonOf(obstacle)}</p>
          <CallUs />
        </div>
      ) : (
        <WheelchairChoice offered={offered} chosen={party.wheelchairUsers} />
      )}
    </div>
  )
}

type WheelchairChoiceProps = { offered: WheelchairView[]; chosen: number }

/** Most buses have one space, so this is a yes or no. */
function WheelchairChoice({ offered, chosen }: WheelchairChoiceProps) {
  const sentences = translation().messages.bookNow.party
  const places = offered.flatMap((place) => (place.state === 'on-offer' ? place : []))
  const most = Math.min(...places.map((place) => place.most))
  const hint = places[0] && sentences.wheelchairUntil(places[0].until, WHEELCHAIR_NOTICE_HOURS)
  if (most > 1) {
    const counts = Array.from({ length: most + 1 }, (_, count) => count)
    return (
      <SelectField
        name="wheelchairs"
        label={sentences.wheelchairMany}
        hint={hint}
        defaultValue={Math.min(chosen, most)}
      >
        {counts.map((count) => (
          <option key={count}>{count}</option>
        ))}
      </SelectField>
    )
  }
  return (
    <div>
      <Choice type="checkbox" name="wheelchairs" value="1" defaultChecked={chosen > 0}>
        {sentences.wheelchairOne}
      </Choice>
      <p className="hint">{hint}</p>
    </div>
  )
}

function reasonOf(place: WheelchairView): string {
  const sentences = translation().messages.bookNow.party
  if (place.state === 'too-late') {
    return sentences.wheelchairTooLate(place.until, WHEELCHAIR_NOTICE_HOURS)
  }
  if (place.state === 'not-known') return sentences.wheelchairNotKnown
  return place.state === 'taken' ? sentences.wheelchairTaken : sentences.wheelchairNoAccess
}
