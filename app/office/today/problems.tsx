import { ActForm } from '#app/components/office/act-form.tsx'
import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Icon } from '#app/ui/icons.tsx'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

import type { Problem } from './view.ts'

/** One line for each matter, the worst first. */
export function Problems({ problems, isOld }: { problems: Problem[]; isOld: boolean }) {
  const { problems: sentences } = translation().messages.office.today
  return (
    <section
      id="problems"
      className={isOld ? 'today-live today-old stack' : 'today-live stack'}
      aria-labelledby="problems-title"
      tabIndex={-1}
    >
      <h2 id="problems-title">{sentences.title}</h2>
      {problems.length === 0 && <p className="soft">{sentences.none}</p>}
      <ul className="problems">
        {problems.map((problem) => (
          <Line key={problem.id} problem={problem} />
        ))}
      </ul>
    </section>
  )
}

function Line({ problem }: { problem: Problem }) {
  const { id, tone, text, to, note, alertId } = problem
  return (
    <li id={`problem-${id}`} data-tone={tone}>
      <Icon name={tone === 'danger' ? 'warning' : 'info'} />
      <span className="problem-text">{to ? <PageLink to={to}>{text}</PageLink> : text}</span>
      {note && <span className="soft small">{note}</span>}
      {alertId && <MarkAsSeen alertId={alertId} what={text} />}
    </li>
  )
}

function MarkAsSeen({ alertId, what }: { alertId: string; what: string }) {
  const { locale, messages } = translation()
  const { seen, seenOf } = messages.office.today.problems
  return (
    <ActForm intent="acknowledge" action={localePath(locale, paths.office())}>
      <input type="hidden" name="alert" value={alertId} />
      <button className="button" aria-label={seenOf(what)}>
        {seen}
      </button>
    </ActForm>
  )
}
