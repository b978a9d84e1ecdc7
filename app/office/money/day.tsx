import { PageLink } from '#app/components/page-link.tsx'
import { found } from '#app/http/found.ts'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { DataTable } from '#app/ui/data-table.tsx'
import { Facts } from '#app/ui/parts.tsx'
import { listSettlement } from '#modules/bookkeeping/settlement/settlement-mail.server.ts'
import * as paths from '#paths'
import { readDate } from '#platform/typed-time.ts'

import type { Route } from './+types/day'
import styles from './money.css?inline'
import { dayTitle, showReport } from './settlement-view.server.ts'
import type { DayView } from './view.ts'

export const handle = { shell: 'office', styles } satisfies Handle

export const meta = () => [
  { title: tabTitle(translation().messages.office.money.settlement.title) },
]

export async function loader({ params }: Route.LoaderArgs) {
  const day = found(readDate(params.day))
  const reports = await listSettlement(day)
  found(reports[0])
  return { title: dayTitle(day), reports: reports.map(showReport) }
}

/** The report of one day, for each provider. */
export default function Day({ loaderData }: Route.ComponentProps) {
  const { settlement } = translation().messages.office.money
  const { title, reports } = loaderData
  return (
    <>
      <h1>{title}</h1>
      <p>
        <PageLink to={paths.officeSettlement()}>{settlement.back}</PageLink>
      </p>
      {reports.map((report) => (
        <Report key={report.provider} report={report} />
      ))}
    </>
  )
}

function Report({ report }: { report: DayView }) {
  const { settlement } = translation().messages.office.money
  const { provider, state, facts, differences } = report
  return (
    <section className="stack" aria-labelledby={`report-${provider}`}>
      <h2 id={`report-${provider}`}>{provider}</h2>
      <div className="money-facts">
        <Facts facts={facts} />
      </div>
      {state === 'agrees' ? (
        <p>{settlement.none}</p>
      ) : (
        <DataTable
          caption={settlement.differences}
          columns={[
            {
              key: 'payment',
              head: settlement.payment,
              kind: 'name',
              cell: linkTo,
            },
            { key: 'ours', head: settlement.ours, cell: ({ ours }) => ours },
            { key: 'theirs', head: settlement.theirs, cell: ({ theirs }) => theirs },
          ]}
          rows={differences}
          rowKey={({ key }) => key}
          rowTone={() => 'danger'}
          empty={settlement.none}
          address={paths.officeSettlement()}
        />
      )}
    </section>
  )
}

function linkTo({ to, paymentId }: DayView['differences'][number]) {
  return to === undefined ? paymentId : <PageLink to={to}>{paymentId}</PageLink>
}
