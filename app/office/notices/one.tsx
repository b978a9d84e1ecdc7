import { ActForm } from '#app/components/office/act-form.tsx'
import { useMay } from '#app/components/office/office-view.ts'
import { PageLink } from '#app/components/page-link.tsx'
import { found } from '#app/http/found.ts'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { officeAction } from '#app/office/act.server.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Notice } from '#app/ui/notice.tsx'
import * as paths from '#paths'
import { LANGUAGES } from '#platform/languages.ts'
import { LOCALES } from '#platform/locale.ts'

import type { Route } from './+types/one'
import * as acts from './actions.server.ts'
import { NoticeForm } from './notice-form.tsx'
import { showNotice, type NoticeView } from './view.server.ts'

export const handle = { shell: 'office' } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.notices.title) }]

export async function loader({ params }: Route.LoaderArgs) {
  return found(await showNotice(params.id))
}

export const action = officeAction('/office/notices/:id', {
  save: acts.save,
  publish: acts.publish,
  'take-down': acts.takeDown,
})

export default function Page({ loaderData, actionData }: Route.ComponentProps) {
  const { common, office } = translation().messages
  const { notices } = office
  const { noticeId, state } = loaderData
  const mayEdit = useMay()('notices.edit')
  const answer = actionData && 'problems' in actionData ? actionData : undefined
  return (
    <div className="stack">
      <p>
        <PageLink to={paths.officeNotices()}>{notices.title}</PageLink>
      </p>
      <h1>{noticeId ? notices.titleOf(notices.states[state]) : notices.newTitle}</h1>
      <ErrorSummary title={common.errorSummary} problems={answer?.problems ?? []} />
      {noticeId && <Preview {...loaderData} />}
      {mayEdit && state === 'published' && <TakeDown seen={loaderData.seen} />}
      {mayEdit && state !== 'published' && <NoticeForm notice={loaderData} refused={answer} />}
    </div>
  )
}

/** The notice as the public pages show it, in every language that has words. */
function Preview({ words, tone }: NoticeView) {
  const { notices } = translation().messages.office
  return (
    <section className="stack" aria-label={notices.preview}>
      <h2>{notices.preview}</h2>
      {LOCALES.filter((locale) => words[locale]).map((locale) => (
        <Notice key={locale} tone={tone} lang={locale} title={LANGUAGES[locale].name}>
          <p>{words[locale]}</p>
        </Notice>
      ))}
    </section>
  )
}

function TakeDown({ seen }: { seen: number }) {
  const { notices } = translation().messages.office
  return (
    <div className="stack">
      <ActForm intent="take-down" seen={seen}>
        <Button kind="action">{notices.takeDown}</Button>
      </ActForm>
      <p className="soft">
        {notices.within} {notices.onceDown}
      </p>
    </div>
  )
}
