import { ActButton, ActForm } from '#app/components/office/act-form.tsx'
import { useMay } from '#app/components/office/office-view.ts'
import { translation } from '#app/i18n/translation.ts'
import { SelectField } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'

import type { IncidentView } from './view.ts'

/** The stop that is closed or moved, and the form by which it is served as usual again. */
export function StopPart({ incident: { stop } }: { incident: IncidentView }) {
  const may = useMay()
  const words = translation().messages.office.incidents.stop
  if (!stop) return null
  const isOpen = stop.open.length > 0
  return (
    <>
      <Notice tone={isOpen ? 'warning' : 'info'} title={stop.news}>
        <p>{isOpen ? words.stands(stop.open.length) : words.over}</p>
      </Notice>
      {isOpen && may('departures.cancel') && (
        <section id="reopen" className="card stack" aria-labelledby="reopen-title">
          <h2 id="reopen-title">{stop.isMoved ? words.titleOfMoved : words.title}</h2>
          <p>{stop.isMoved ? words.storyOfMoved : words.story}</p>
          <ActForm intent="reopen" className="stack">
            <SelectField name="departure" label={words.departure}>
              <option value="">{words.all}</option>
              {stop.open.map(({ departureId, title }) => (
                <option key={departureId} value={departureId}>
                  {title}
                </option>
              ))}
            </SelectField>
            <ActButton>{words.send}</ActButton>
          </ActForm>
        </section>
      )}
    </>
  )
}
