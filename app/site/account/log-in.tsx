import { data } from 'react-router'

import { PageLink } from '#app/components/page-link.tsx'
import type { Handle } from '#app/http/handle.ts'
import { withCookies } from '#app/http/headers.server.ts'
import { findKnownBrowser, rememberBrowser } from '#app/http/known-browser.server.ts'
import { browserOf, newPress, renewForLogIn } from '#app/http/next-visitor.server.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { readForm, textIn, typedIn } from '#app/http/read-form.server.ts'
import { tryPassword } from '#app/http/try-password.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { readPassword } from '#modules/accounts/passwords.ts'
import { findSignedIn, logIn } from '#modules/accounts/sessions.server.ts'
import { isAccountEmail } from '#modules/accounts/sign-up.ts'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { noteLogIn } from '#platform/limits/traces.server.ts'
import { tidyEmail } from '#platform/text/email.ts'

import type { Route } from './+types/log-in'
import { AccountPage } from './account-page.tsx'
import { comeBack, goOn, newsIn, problem } from './answer.server.ts'
import { LogInForm } from './log-in-form.tsx'
import styles from './users.css?inline'

/** Pages to return to. Any other value in the query is ignored. */
const NEXT: Record<string, string> = { cart: paths.cart(), bookings: paths.bookings() }

export const handle = { personal: true, styles } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.account.logIn.title) }]

/** Visitors who are logged in are redirected. */
export async function loader({ request, url }: Route.LoaderArgs) {
  const next = url.searchParams.get('next') ?? ''
  const known = Object.hasOwn(NEXT, next) ? next : ''
  if (await findSignedIn(request, now())) return goOn(NEXT[known] ?? paths.account(), null)
  const { press, headers } = newPress(request)
  return data({ next: known, news: newsIn(url), press }, { headers })
}

export async function action({ request }: Route.ActionArgs) {
  const sent = await readForm(request)
  if (!sent.ok) return comeBack({ problems: sent.problems, typed: typedIn(sent.cut) })
  const { form } = sent
  const email = tidyEmail(textIn(form, 'email'))
  const next = textIn(form, 'next')
  if (!isAccountEmail(email)) return refuse('wrong-login', { email, next })

  const password = readPassword(textIn(form, 'log-in-password'))
  const { before, visitor, headers } = await renewForLogIn(request, form)
  const { cookie, userAgent } = browserOf(request)
  const moment = now()
  const owner = await findKnownBrowser(request, email, moment)
  const outcome = await tryPassword({ at: email, owner }, () =>
    logIn({ email, password, cookie, userAgent, visitor, before, now: moment }),
  )
  if (!outcome.ok) {
    if (outcome.reason === 'wrong-login') await noteLogIn('wrong')
    return refuse(outcome.reason, { email, next })
  }
  await noteLogIn('right')
  headers.append('Set-Cookie', await rememberBrowser(email, moment))
  const path = Object.hasOwn(NEXT, next) ? NEXT[next] : undefined
  return goOn(path ?? paths.account(), null, withCookies(outcome.setCookies, headers))
}

function refuse(reason: 'wrong-login' | 'too-many-tries', typed: Record<string, string>) {
  const problems = [problem('log-in-password', { ok: false, reason })]
  return comeBack({ problems, typed })
}

export default function LogIn({ loaderData, actionData }: Route.ComponentProps) {
  const { logIn: words } = translation().messages.account
  return (
    <AccountPage title={words.title} intro={words.intro} news={actionData ? null : loaderData.news}>
      <div className="card">
        <LogInForm answer={actionData} next={loaderData.next} press={loaderData.press} />
      </div>
      <p className="soft">
        {words.without} <PageLink to={paths.findBooking()}>{words.findBooking}</PageLink>.
      </p>
    </AccountPage>
  )
}
