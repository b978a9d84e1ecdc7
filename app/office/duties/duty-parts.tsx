import { ActForm } from '#app/components/office/act-form.tsx'
import { useMay } from '#app/components/office/office-view.ts'
import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { Badge } from '#app/ui/notice.tsx'
import * as paths from '#paths'

import type { DutyRow, RunView } from './view.ts'

type RunsProps = {
  runs: readonly RunView[]
  /** With the number of audit entries of the duty, each can be taken off. */
  seen?: number
}

/** The departures of a duty in order, with the time between them. */
export function Runs({ runs, seen }: RunsProps) {
  const { duties } = translation().messages.office
  if (runs.length === 0) return <>{duties.noDepartures}</>
  return (
    <ol className="duty-runs">
      {runs.map((run) => (
        <li key={run.departureId}>
          {run.pause && <span className="soft small">{run.pause}</span>}
          <span className="row">
            <RunLink {...run} />
            {run.state && <Badge tone="warning">{run.state}</Badge>}
          </span>
          {seen !== undefined && <TakeOff run={run} seen={seen} />}
        </li>
      ))}
    </ol>
  )
}

function TakeOff({ run, seen }: { run: RunView; seen: number }) {
  const { duties } = translation().messages.office
  return (
    <ActForm intent="remove" seen={seen} className="not-printed">
      <input type="hidden" name="departure" value={run.departureId} />
      <Button aria-label={`${duties.remove}: ${run.text}`}>{duties.remove}</Button>
    </ActForm>
  )
}

/** To the page of the departure, or to its passengers for those who may see no other. */
function RunLink({ departureId, text }: RunView) {
  const isOfOffice = useMay()('departures.see')
  const to = isOfOffice ? paths.officeDeparture(departureId) : paths.officeManifest(departureId)
  return <PageLink to={to}>{text}</PageLink>
}

/** Everything that is wrong or doubtful about a duty, one sentence each. */
export function Findings({ driver, findings }: Pick<DutyRow, 'driver' | 'findings'>) {
  const { duties } = translation().messages.office
  const all = [...(driver === null ? [duties.nobodyDrives] : []), ...findings]
  if (all.length === 0) return <>{duties.fine}</>
  return (
    <ul className="duty-findings">
      {all.map((finding) => (
        <li key={finding}>{finding}</li>
      ))}
    </ul>
  )
}
