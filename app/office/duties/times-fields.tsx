import { errorAt } from '#app/components/office/refused-form.ts'
import { translation } from '#app/i18n/translation.ts'
import type { Refused } from '#app/office/act.server.ts'
import { TextField } from '#app/ui/field.tsx'

type TimesFieldsProps = {
  /** Of the duty, as a field for date and time has them. */
  times: { startsAt: string; endsAt: string }
  refused: Refused | undefined
  typed: Refused['typed'] | undefined
  hint?: string
}

/** Beginning and end of a duty, as they were typed if the form was refused. */
export function TimesFields({ times, refused, typed, hint }: TimesFieldsProps) {
  const { duties: words } = translation().messages.office
  return (
    <>
      <TextField
        name="starts-at"
        label={words.startsAt}
        hint={hint}
        type="datetime-local"
        defaultValue={typed?.['starts-at'] ?? times.startsAt}
        error={errorAt(refused, 'starts-at')}
      />
      <TextField
        name="ends-at"
        label={words.endsAt}
        type="datetime-local"
        defaultValue={typed?.['ends-at'] ?? times.endsAt}
        error={errorAt(refused, 'ends-at')}
      />
    </>
  )
}
