import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { readForm, typedIn } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { findSignedIn, listSessions, type OpenSession } from '#modules/accounts/sessions.server.ts'
import { findEraseRefusal } from '#modules/privacy/erase-person.server.ts'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { dateAndTime } from '#platform/format/moments.ts'

import type { Route } from './+types/page'
import { AccountPage } from './account-page.tsx'
import {
  BookingsSection,
  DetailsSection,
  PasswordSection,
  YoursSection,
} from './account-sections.tsx'
import { actOnAccount } from './actions.server.ts'
import { comeBack, goOn, newsIn } from './answer.server.ts'
import { LeavingSection } from './leaving-section.tsx'
import styles from './users.css?inline'
import type { SessionView } from './view.ts'

export const handle = { personal: true, styles } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.account.title) }]

export async function loader({ request, url }: Route.LoaderArgs) {
  const moment = now()
  const account = await findSignedIn(request, moment)
  if (!account) return goOn(paths.logIn(), null)
  const { accountId, name, email } = account
  const refusal = await findEraseRefusal({ accountId, email, now: moment })
  const sessions = await listSessions(request, accountId, moment)
  return {
    name,
    email,
    news: newsIn(url),
    sessions: sessions.map(showSession),
    notErasable: refusal?.reason ?? null,
  }
}

function showSession({ usedAt, ...session }: OpenSession): SessionView {
  return { ...session, usedAt: dateAndTime(usedAt, translation().locale) }
}

/** If the session has ended in the meantime, redirects to the login. */
export async function action({ request }: Route.ActionArgs) {
  const sent = await readForm(request)
  if (!sent.ok) {
    const { intent = '', ...typed } = typedIn(sent.cut)
    return comeBack({ intent, problems: sent.problems, typed })
  }
  const account = await findSignedIn(request, now())
  if (!account) return goOn(paths.logIn(), null)
  return actOnAccount({ account, form: sent.form, request })
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { account, common } = translation().messages
  const { name, email, news, sessions, notErasable } = loaderData
  const about = { name, email, answer: actionData }
  return (
    <AccountPage title={account.title} intro={name} news={actionData ? null : news}>
      <ErrorSummary title={common.errorSummary} problems={actionData?.problems ?? []} />
      <BookingsSection />
      <DetailsSection {...about} />
      <PasswordSection {...about} />
      <LeavingSection sessions={sessions} />
      <YoursSection {...about} notErasable={notErasable} />
    </AccountPage>
  )
}
