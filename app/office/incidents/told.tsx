import { ActButton, ActForm } from '#app/components/office/act-form.tsx'
import { useMay } from '#app/components/office/office-view.ts'
import { ReasonNow, ToldReasonFields } from '#app/components/office/told-reason-fields.tsx'
import { translation } from '#app/i18n/translation.ts'
import type { Refused } from '#app/office/act.server.ts'
import { Details } from '#app/ui/parts.tsx'
import { reasonKey, type ToldReason } from '#modules/incidents/incident/told-reason.ts'

import type { IncidentView } from './view.ts'

type ToldProps = { incident: IncidentView; refused: Refused | undefined }

/** The reason that passengers are told, in the words of every language, and the form that changes it. */
export function Told({ incident, refused }: ToldProps) {
  const may = useMay()
  const { toldReason, asking, closed } = incident
  const words = translation().messages.office.incidents.toldReason
  if (asking) return null
  return (
    <>
      {toldReason ? <ReasonNow words={toldReason} /> : <p>{words.notTold}</p>}
      {!closed && may('departures.message') && <Change incident={incident} refused={refused} />}
    </>
  )
}

const INTENT = 'change-reason'

function Change({ incident: { kind, toldReason }, refused }: ToldProps) {
  const { change } = translation().messages.office.incidents.toldReason
  const mine = refused?.intent === INTENT ? refused : undefined
  return (
    <Details
      id="told-reason"
      summary={toldReason ? change.title : change.titleOfNone}
      open={mine !== undefined}
    >
      <div className="stack">
        <p>{change.story}</p>
        <ActForm intent={INTENT} className="stack">
          <Shown reason={toldReason} />
          <ToldReasonFields kind={kind} refused={mine} present={toldReason} />
          <ActButton kind="action">{toldReason ? change.send : change.sendFirst}</ActButton>
        </ActForm>
        {toldReason && (
          <ActForm intent={INTENT}>
            <Shown reason={toldReason} />
            <ActButton>{change.remove}</ActButton>
          </ActForm>
        )}
      </div>
    </Details>
  )
}

function Shown({ reason }: { reason: ToldReason | null }) {
  return <input type="hidden" name="shown" value={reasonKey(reason)} />
}
