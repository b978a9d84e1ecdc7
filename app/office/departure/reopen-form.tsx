import { ActForm } from '#app/components/office/act-form.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'

import type { FormProps } from './form-parts.tsx'

/** For a bus that has just left a stop, if that was pressed by mistake. */
export function ReopenForm({ departure: { seen, left } }: FormProps) {
  const { reopen } = translation().messages.office.departure
  if (!left) return null
  const { position, stop, at, until } = left
  return (
    <section id="reopen" className="card stack" aria-labelledby="reopen-title">
      <h2 id="reopen-title">{reopen.title(stop, at)}</h2>
      <p>{reopen.story(until)}</p>
      <ActForm intent="reopen-boarding" seen={seen}>
        <input type="hidden" name="position" value={position} />
        <Button>{reopen.send}</Button>
      </ActForm>
    </section>
  )
}
