import { TextField } from '#app/ui/field.tsx'

import { errorAt, type RefusedForm } from './refused-form.ts'

type ReasonFieldProps = {
  words: { reason: string; reasonHint: string }
  /** The form, if it was refused: it keeps the reason that was typed. */
  refused: RefusedForm | undefined
}

/** The reason of an act on several departures, as it will stand in the audit. */
export function ReasonField({ words, refused }: ReasonFieldProps) {
  return (
    <TextField
      name="reason"
      label={words.reason}
      hint={words.reasonHint}
      maxLength={200}
      defaultValue={refused?.typed.reason}
      error={errorAt(refused, 'reason')}
    />
  )
}
