import { useMay } from '#app/components/office/office-view.ts'
import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Badge } from '#app/ui/notice.tsx'
import * as paths from '#paths'

import type { DutyRow, RunView } from './view.ts'

/** The departures of a duty in order, with the time between them. */
export function Runs({
  runs,
  act,
}: {
  runs: readonly RunView[]
  act?: (run: RunView) => React.ReactNode
}) {
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
            {act?.(run)}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** To the page of the departure, or to its passengers for those who may see no other. */
function RunLink({ departureId, text }: RunView) {
  const isOfOffice = useMay()('departures.see')
  const to = isOfOffice ? paths.officeDeparture(departureId) : paths.officeManifest(departureId)
  return <PageLink to={to}>{text}</PageLink>
}

/** What is wrong or doubtful about a duty, one sentence each. */
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
