import { ActButton, ActForm } from '#app/components/office/act-form.tsx'
import { translation } from '#app/i18n/translation.ts'
import type { Refused } from '#app/office/act.server.ts'
import { TextField } from '#app/ui/field.tsx'

import type { ActView } from './view.ts'

type ActsProps = {
  acts: ActView<string>[]
  mayDecide: boolean
  /** The act that was refused, with what was typed. */
  refused?: Refused | undefined
}

/** The decisions that can be made now, each with a form that says what it does. */
export function Acts({ acts, mayDecide, refused }: ActsProps) {
  const { acts: sentences } = translation().messages.office.money
  return (
    <section className="stack" id="acts" aria-labelledby="acts-title" tabIndex={-1}>
      <h2 id="acts-title">{sentences.title}</h2>
      {acts.length === 0 && <p>{sentences.none}</p>}
      {!mayDecide && acts.length > 0 && <p className="soft">{sentences.readOnly}</p>}
      {mayDecide && (
        <div className="money-acts">
          {acts.map((act) => (
            <Act key={act.intent} act={act} refused={refusalOf(act, refused)} />
          ))}
        </div>
      )}
    </section>
  )
}

function refusalOf({ intent }: ActView<string>, refused: ActsProps['refused']) {
  return refused?.intent === intent ? refused : undefined
}

function Act({ act, refused }: { act: ActView<string>; refused: ActsProps['refused'] }) {
  const { acts: sentences } = translation().messages.office.money
  const { intent, title, text, button, confirm } = act
  const fieldId = `reason-${intent}`
  return (
    <ActForm intent={intent} className="card stack" {...(confirm && { confirm })}>
      <h3>{title}</h3>
      <p>{text}</p>
      {intent !== 'ask' && (
        <TextField
          label={sentences.reason}
          hint={sentences.reasonHint}
          name="reason"
          id={fieldId}
          defaultValue={refused?.typed.reason}
          error={refused?.problems.find((problem) => problem.fieldId === fieldId)?.sentence}
        />
      )}
      <ActButton>{button}</ActButton>
    </ActForm>
  )
}
