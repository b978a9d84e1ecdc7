import { ActForm } from '#app/components/office/act-form.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

import { useReported } from './reported.ts'
import { undoOf } from './undo-of.ts'
import type { TodayRow } from './view.ts'

/** What was just reported of a departure, with a button that takes it back. Shown with script alone. */
export function Undo({ departureId, late, seen }: TodayRow) {
  const { locale, messages } = translation()
  const words = messages.office.today.late
  const { reported, afterAct } = useReported()
  const isShown = reported?.departureId === departureId && reported.now === late && seen !== null
  const before = isShown ? undoOf(reported) : undefined
  return (
    <>
      <output>{before !== undefined && words.reported(late)}</output>
      {before !== undefined && (
        <ActForm
          intent={before === 'on-time' ? 'on-time' : 'late'}
          seen={seen ?? 0}
          action={localePath(locale, paths.officeDeparture(departureId))}
          onDone={() => {
            // The button goes, and the focus with it.
            document.querySelector<HTMLElement>(`#departure-${departureId} summary`)?.focus()
            afterAct(undefined)
          }}
        >
          {before !== 'on-time' && <input type="hidden" name="minutes" value={before} />}
          <Button kind="quiet">{words.undo}</Button>
        </ActForm>
      )}
    </>
  )
}
