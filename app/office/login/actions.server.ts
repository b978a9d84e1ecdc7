import { data, redirectDocument } from 'react-router'

import { withCookies } from '#app/http/headers.server.ts'
import { readForm, textIn, typedIn } from '#app/http/read-form.server.ts'
import { tryPassword } from '#app/http/try-password.server.ts'
import { explain } from '#app/i18n/refusals.ts'
import { translation } from '#app/i18n/translation.ts'
import { homeOf } from '#app/permissions.ts'
import type { FormProblem } from '#app/ui/error-summary.tsx'
import { readPassword } from '#modules/accounts/passwords.ts'
import { endOwnSession } from '#modules/staff/access/own-access.server.ts'
import { ROLES, type Role } from '#modules/staff/people/roles.ts'
import { OFFICE_COOKIE } from '#modules/staff/sign-in/auth.server.ts'
import { enterDemonstration } from '#modules/staff/sign-in/demonstration.server.ts'
import { findStaff } from '#modules/staff/sign-in/find-staff.server.ts'
import { checkPassword, enterByCode, enterByPasskey } from '#modules/staff/sign-in/log-in.server.ts'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { noteLogIn } from '#platform/limits/traces.server.ts'
import { localePath } from '#platform/locale.ts'
import { dropCookie } from '#platform/requests/cookies.server.ts'
import { tidyEmail } from '#platform/text/email.ts'

/** The form again, with its problems. */
export type LogInAnswer = { problems: FormProblem[]; typed: Record<string, string> }

type Asked = { request: Request; form: FormData; next: string }
type Answer = Response | ReturnType<typeof comeBack>

/** Carries out the step whose button was pressed. */
export async function logIn(request: Request, url: URL): Promise<Answer> {
  const sent = await readForm(request)
  if (!sent.ok) return comeBack(sent.problems, sent.cut)
  const { form } = sent
  const asked = { request, form, next: nextIn(url) }
  switch (textIn(form, 'intent')) {
    case 'code':
      return sendCode(asked)
    case 'passkey':
      return sendPasskey(asked)
    case 'enter':
      return enterAsRole(asked)
    case 'log-out':
      return logOut(asked)
    default:
      return sendPassword(asked)
  }
}

/** The page of the office to open after the log-in: a path of ours, never an address. */
export function nextIn(url: URL): string {
  const next = url.searchParams.get('next') ?? ''
  return OFFICE_PATH.test(next) ? next : paths.office()
}

/** Without dots, which could lead out of the office, and without a second slash. */
const OFFICE_PATH = /^\/office(?:\/[\w-]+)*(?:\?[\w=&%.+-]*)?$/

/** The page that was asked for, or else the one on which the office opens for this member. */
function pageFor({ roles }: { roles: readonly Role[] }, next: string): string {
  return next === paths.office() ? homeOf(roles) : next
}

/** The address of the second step. */
export function codeStep(next: string): URLSearchParams {
  return new URLSearchParams({ step: 'code', ...(next !== paths.office() && { next }) })
}

async function sendPassword({ form, next }: Asked): Promise<Answer> {
  const email = tidyEmail(textIn(form, 'email'))
  const password = readPassword(textIn(form, 'password'))
  const outcome = await tryPassword({ at: `office ${email}` }, () =>
    checkPassword({ email, password, now: now() }),
  )
  if (outcome.ok) return goOn(paths.officeLogin(codeStep(next)), outcome.setCookies)
  if (outcome.reason === 'wrong-login') await noteLogIn('wrong')
  const { refusals } = translation().messages
  return comeBack([{ fieldId: 'password', sentence: explain(refusals, outcome) }], form)
}

async function sendCode({ request, form, next }: Asked): Promise<Answer> {
  const outcome = await enterByCode({ request, code: textIn(form, 'code'), now: now() })
  if (outcome.ok) {
    await noteLogIn('right')
    return goOn(pageFor(outcome, next), outcome.setCookies, outcome.locale)
  }
  await noteLogIn('wrong')
  const { refusals, office } = translation().messages
  const sentence =
    outcome.reason === 'too-many-tries'
      ? explain(refusals, { ok: false, reason: outcome.reason })
      : office.login.refusals[outcome.reason]
  return comeBack([{ fieldId: 'code', sentence }], form)
}

async function sendPasskey({ request, form, next }: Asked): Promise<Answer> {
  const outcome = await enterByPasskey({
    request,
    assertion: textIn(form, 'assertion'),
    now: now(),
  })
  if (outcome.ok) {
    await noteLogIn('right')
    return goOn(pageFor(outcome, next), outcome.setCookies, outcome.locale)
  }
  await noteLogIn('wrong')
  const sentence = translation().messages.office.login.refusals[outcome.reason]
  return comeBack([{ fieldId: 'passkey', sentence }], form)
}

async function enterAsRole({ request, form, next }: Asked): Promise<Answer> {
  const role = ROLES.find((one) => one === textIn(form, 'role'))
  const entered = role && (await enterDemonstration(request, role, now()))
  return entered ? goOn(pageFor(entered, next), entered.setCookies) : goOn(paths.officeLogin(), [])
}

/** Ends the session of this browser, if it has one. */
async function logOut({ request }: Asked): Promise<Answer> {
  const staff = await findStaff(request, now())
  if (staff) await endOwnSession({ staff, now: now() }, { sessionId: staff.sessionId })
  return goOn(paths.officeLogin('done=logged-out'), [dropCookie(OFFICE_COOKIE)])
}

/** In the language of the page, unless a member is known; a demonstration's members speak any. */
function goOn(
  path: string,
  setCookies: readonly string[],
  locale = translation().locale,
): Response {
  const address = localePath(locale, path)
  return redirectDocument(address, { status: 303, headers: withCookies(setCookies) })
}

function comeBack(problems: FormProblem[], form: FormData) {
  const { assertion: _said, code: _code, ...typed } = typedIn(form)
  return data<LogInAnswer>({ problems, typed }, 422)
}
