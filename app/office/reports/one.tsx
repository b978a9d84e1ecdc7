import { PageLink } from '#app/components/page-link.tsx'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { BarChart, NameChart } from '#app/ui/bar-chart.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import * as paths from '#paths'
import { listText } from '#platform/format/lists.ts'
import { localePath } from '#platform/locale.ts'

import type { Route } from './+types/one'
import { PeriodPicker } from './period-picker.tsx'
import { ReportTable } from './report-table.tsx'
import { showReport, type ReportView } from './view.server.ts'

export const handle = { shell: 'office' } satisfies Handle

export const meta = ({ loaderData }: Route.MetaArgs) => {
  const { names, title } = translation().messages.office.reports
  return [{ title: tabTitle(loaderData ? names[loaderData.name] : title) }]
}

export function loader({ params, url }: Route.LoaderArgs) {
  return showReport(params.name, url)
}

/** One report: its chart, the table with its sums, and the same as a file. */
export default function ReportPage({ loaderData: report }: Route.ComponentProps) {
  const { locale, messages } = translation()
  const { title, names, notes } = messages.office.reports
  const crumbs = [
    { label: title, href: localePath(locale, paths.officeReports(report.period.query)) },
    { label: names[report.name] },
  ]
  return (
    <div className="stack stack-large">
      <PageHeader
        title={names[report.name]}
        intro={notes[report.name]}
        crumbs={crumbs}
        crumbsLabel={title}
      />
      {report.refusal && (
        <Notice tone="warning">
          <p>{report.refusal}</p>
        </Notice>
      )}
      <PeriodPicker
        period={report.period}
        path={paths.officeReport(report.name)}
        {...(report.way && { kept: { by: report.way } })}
      />
      <Ways report={report} />
      {report.chart && <Chart chart={report.chart} period={report.period.text} />}
      <ReportTable report={report} />
      {report.gap && <p>{report.gap}</p>}
      <Files files={report.files} />
    </div>
  )
}

function Ways({ report: { ways, way: current } }: { report: ReportView }) {
  const sentences = translation().messages.office.reports
  if (ways.length < 2) return null
  return (
    <nav className="row not-printed" aria-label={sentences.sumBy}>
      <span className="soft">{sentences.sumBy}</span>
      {ways.map(({ way, to }) => (
        <PageLink key={way} to={to} aria-current={way === current ? 'page' : undefined}>
          {sentences.ways[way]}
        </PageLink>
      ))}
    </nav>
  )
}

type ChartProps = { chart: NonNullable<ReportView['chart']>; period: string }

function Chart({ chart: { hasNames, series, largest, groups }, period }: ChartProps) {
  const { locale, messages } = translation()
  const name = messages.office.reports.chartOf(listText(series, locale), period, largest)
  const shown = { name, series, groups }
  return hasNames ? <NameChart {...shown} /> : <BarChart {...shown} largest={largest} />
}

/** Without `download`, so that a refusal is a page and is not saved as one. */
function Files({ files }: Pick<ReportView, 'files'>) {
  const sentences = translation().messages.office.reports
  return (
    <nav className="row not-printed" aria-label={sentences.files}>
      <span className="soft">{sentences.files}</span>
      {files.map(({ kind, to }) => (
        <PageLink key={kind} to={to}>
          {sentences[kind]}
        </PageLink>
      ))}
    </nav>
  )
}
