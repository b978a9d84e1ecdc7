import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { DateField } from '#app/ui/field.tsx'
import { FilterBar } from '#app/ui/filter-bar.tsx'
import { localePath } from '#platform/locale.ts'

import type { PeriodView } from './view.server.ts'

type PeriodPickerProps = {
  period: PeriodView
  /** The path of the page, without its query. */
  path: string
  /** The other parts of the query. */
  kept?: Record<string, string>
}

/** The months beside the period as links, and a form for any other days. */
export function PeriodPicker({ period, path, kept = {} }: PeriodPickerProps) {
  const { locale, messages } = translation()
  const sentences = messages.office.reports
  const [earlier, later] = period.beside
  const more = new URLSearchParams(kept).toString()
  const to = (query = '') => [`${path}?${query}`, more].filter((part) => part !== '').join('&')
  return (
    <div className="stack not-printed">
      <nav className="row" aria-label={sentences.period}>
        <PageLink to={to(earlier?.query)} rel="prev">
          {sentences.earlierMonth(earlier?.text ?? '')}
        </PageLink>
        <strong>{period.text}</strong>
        <PageLink to={to(later?.query)} rel="next">
          {sentences.laterMonth(later?.text ?? '')}
        </PageLink>
      </nav>
      <FilterBar
        action={localePath(locale, path)}
        summary={sentences.otherDays}
        submit={sentences.show}
        kept={kept}
      >
        <DateField name="from" label={sentences.from} defaultValue={period.from} />
        <DateField name="until" label={sentences.until} defaultValue={period.until} />
      </FilterBar>
    </div>
  )
}
