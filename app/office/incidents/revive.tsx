import { ActButton, ActForm } from '#app/components/office/act-form.tsx'
import { useMay } from '#app/components/office/office-view.ts'
import { ReasonField } from '#app/components/office/reason-field.tsx'
import { translation } from '#app/i18n/translation.ts'
import type { Refused } from '#app/office/act.server.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { Facts } from '#app/ui/parts.tsx'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

import type { IncidentView } from './view.ts'

type ReviveProps = { incident: IncidentView; refused: Refused | undefined }

/** Cancelled departures that run after all: which ones, and before anything is done, whom it concerns. */
export function Revive({ incident, refused }: ReviveProps) {
  const may = useMay()
  const { locale, messages } = translation()
  const words = messages.office.incidents.revive
  const { incidentId, revivable, revival } = incident
  if (revivable.length === 0 || !may('departures.cancel')) return null
  return (
    <section id="revive" className="card stack" aria-labelledby="revive-title">
      <h2 id="revive-title">{words.title}</h2>
      <form
        action={`${localePath(locale, paths.officeIncident(incidentId))}#revive`}
        className="row"
      >
        <SelectField name="revive" label={words.which} defaultValue={revival?.from ?? ''}>
          <option value="all">{words.all(revivable.length)}</option>
          {revivable.slice(1).map(({ departureId, title }) => (
            <option key={departureId} value={departureId}>
              {words.from(title)}
            </option>
          ))}
        </SelectField>
        <Button>{words.check}</Button>
      </form>
      {revival && <Check revival={revival} refused={refused} />}
    </section>
  )
}

type CheckProps = { revival: NonNullable<IncidentView['revival']>; refused: Refused | undefined }

function Check({ revival, refused }: CheckProps) {
  const { messages } = translation()
  const { revive: words, counts } = messages.office.incidents
  const { from, titles, bookings, passengers, moved, replaced, told } = revival
  return (
    <>
      <Facts
        facts={[
          { name: words.departures, value: titles.length },
          { name: words.bookings, value: counts.value(bookings, passengers) },
          { name: words.moved, value: moved },
          ...(replaced > 0 ? [{ name: words.replaced, value: replaced }] : []),
        ]}
      />
      <ul>
        {titles.map((title) => (
          <li key={title}>{title}</li>
        ))}
      </ul>
      {bookings > 0 && (
        <>
          <p>{words.told}</p>
          <blockquote>{told}</blockquote>
        </>
      )}
      {titles.length > 0 && (
        <ActForm intent="revive" confirm="L2" className="stack">
          <input type="hidden" name="from" value={from} />
          <input type="hidden" name="departures" value={titles.length} />
          <input type="hidden" name="bookings" value={bookings} />
          <ReasonField words={messages.office.incidentMany} refused={refused} />
          <ActButton kind="action">{words.send(titles.length)}</ActButton>
        </ActForm>
      )}
    </>
  )
}
