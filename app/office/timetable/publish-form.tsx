import { ActButton, ActForm } from '#app/components/office/act-form.tsx'
import { useMay } from '#app/components/office/office-view.ts'
import { translation } from '#app/i18n/translation.ts'
import type { Refused } from '#app/office/act.server.ts'
import { Choice } from '#app/ui/choice.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'

import type { DraftView } from './view.server.ts'

type FormProps = { draft: DraftView; refused: Refused | undefined }

/** Publishes a draft whose preview is of the timetable on sale, now or at a moment. */
export function PublishForm({ draft: { preview, isOld }, refused }: FormProps) {
  const { draft } = translation().messages.office.timetable
  const effects = preview?.effects
  const may = useMay()
  if (isOld) return <Notice tone="warning">{draft.old}</Notice>
  if (!effects || !may('timetable.publish')) return null
  const errorOf = (field: string) =>
    refused?.problems.find(({ fieldId }) => fieldId === field)?.sentence
  return (
    <ActForm intent="publish" confirm="L2" className="card stack">
      {effects.takesTooMuch && (
        <Notice tone="warning">
          <p>{draft.tooMuch(effects.offSale.lost, effects.offSale.before)}</p>
          <Choice
            type="checkbox"
            id="take-off-sale"
            name="take-off-sale"
            value="yes"
            defaultChecked={refused?.typed['take-off-sale'] === 'yes'}
          >
            {draft.takeOffSale}
          </Choice>
        </Notice>
      )}
      <TextField
        type="datetime-local"
        name="at"
        label={draft.at}
        hint={draft.atHint}
        defaultValue={refused?.typed['at']}
        error={errorOf('at')}
      />
      <ActButton kind="action">{draft.publish}</ActButton>
    </ActForm>
  )
}
