import { ActButton, ActForm } from '#app/components/office/act-form.tsx'
import { ReasonField } from '#app/components/office/reason-field.tsx'
import { errorAt } from '#app/components/office/refused-form.ts'
import { ToldReasonFields } from '#app/components/office/told-reason-fields.tsx'
import { translation } from '#app/i18n/translation.ts'
import type { Refused } from '#app/office/act.server.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { LANGUAGES } from '#platform/languages.ts'
import { LOCALES } from '#platform/locale.ts'

import type { Check } from './view.ts'

type ChangeStopProps = { check: Check; sum: string; refused: Refused | undefined; isMoved: boolean }

/** Closes or moves the stop of the departures that the page shows. */
export function ChangeStop({ check, sum, refused, isMoved }: ChangeStopProps) {
  const words = translation().messages.office.incidentMany
  const { counts, paid } = check
  const { departures, bookings, passengers } = counts
  return (
    <>
      <p>{isMoved ? words.moved.story : words.closed.story}</p>
      <ActForm intent="change-stop" confirm="L2" className="stack">
        <input type="hidden" name="departures" value={departures} />
        <input type="hidden" name="bookings" value={bookings} />
        <input type="hidden" name="paid" value={paid} />
        {isMoved && <PlaceFields check={check} refused={refused} />}
        <ReasonField words={words} refused={refused} />
        <ToldReasonFields kind={isMoved ? 'stop-moved' : 'stop-closed'} refused={refused} />
        <ActButton kind="action">
          {isMoved
            ? words.moved.send(departures, passengers, sum)
            : words.closed.send(departures, passengers, sum)}
        </ActButton>
      </ActForm>
    </>
  )
}

/** Another stop, or a place in words and, if known, on a map. */
function PlaceFields({ check: { others }, refused }: Pick<ChangeStopProps, 'check' | 'refused'>) {
  const { moved } = translation().messages.office.incidentMany
  return (
    <>
      <SelectField name="instead" label={moved.instead} defaultValue={refused?.typed['instead']}>
        <option value="">{moved.noStop}</option>
        {others.map(({ stopId, name }) => (
          <option key={stopId} value={stopId}>
            {name}
          </option>
        ))}
      </SelectField>
      {LOCALES.map((locale) => (
        <TextField
          key={locale}
          name={`place-${locale}`}
          label={moved.place(LANGUAGES[locale].name)}
          lang={locale}
          maxLength={300}
          defaultValue={refused?.typed[`place-${locale}`]}
          error={errorAt(refused, `place-${locale}`)}
        />
      ))}
      <TextField
        name="map"
        label={moved.map}
        hint={moved.mapHint}
        maxLength={40}
        defaultValue={refused?.typed['map']}
        error={errorAt(refused, 'map')}
      />
    </>
  )
}
