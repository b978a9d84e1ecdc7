import { forgetting, withCookies } from '#app/http/headers.server.ts'
import { forgetBrowser } from '#app/http/known-browser.server.ts'
import { browserOf } from '#app/http/next-visitor.server.ts'
import { textIn } from '#app/http/read-form.server.ts'
import { tryPassword } from '#app/http/try-password.server.ts'
import { hasMailbox, identifyVisitor } from '#app/http/visitor-key.server.ts'
import type { Refusal } from '#app/i18n/refusals.ts'
import { translation } from '#app/i18n/translation.ts'
import { askForNewEmail, changePassword, rename } from '#modules/accounts/change-account.server.ts'
import { erasePerson } from '#modules/accounts/erase-person.server.ts'
import { readPassword } from '#modules/accounts/passwords.ts'
import {
  endAllSessions,
  endOneSession,
  endSession,
  moveMailbox,
  type SignedIn,
} from '#modules/accounts/sessions.server.ts'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { newVisitor, noVisitor, visitorKey } from '#platform/requests/session.server.ts'
import { tidyEmail } from '#platform/text/email.ts'
import { oneLine } from '#platform/text/lines.ts'

import { comeBack, goOn, problem } from './answer.server.ts'

type Asked = { account: SignedIn; form: FormData; request: Request }
type Answer = Response | ReturnType<typeof comeBack>

/** Carries out the form whose button was pressed on the account page. */
export async function actOnAccount(asked: Asked): Promise<Answer> {
  const intent = textIn(asked.form, 'intent')
  switch (intent) {
    case 'rename':
      return saveName(asked)
    case 'change-email':
      return sendLink(asked)
    case 'change-password':
      return savePassword(asked)
    case 'log-out':
      return logOut(asked)
    case 'log-out-everywhere':
      await endAllSessions(asked.account.accountId)
      return logOut(asked, 'logged-out-everywhere')
    case 'end-session':
      await endOneSession(asked.account.accountId, textIn(asked.form, 'session'))
      return goOn(paths.account(), 'session-ended')
    case 'erase':
      return erase(asked)
    default:
      return goOn(paths.account(), null)
  }
}

async function saveName({ account, form }: Asked): Promise<Answer> {
  const name = oneLine(textIn(form, 'name'))
  const outcome = await rename({ account, now: now() }, name)
  if (outcome.ok) return goOn(paths.account(), 'renamed')
  return comeBack({ intent: 'rename', problems: [problem('name', outcome)], typed: { name } })
}

async function sendLink({ account, form, request }: Asked): Promise<Answer> {
  const email = tidyEmail(textIn(form, 'new-email'))
  const refuse = (refusal: Refusal) => {
    const field = refusal.reason.includes('email') ? 'new-email' : 'email-password'
    const problems = [problem(field, refusal)]
    return comeBack({ intent: 'change-email', problems, typed: { 'new-email': email } })
  }
  const { visitor, headers } = identifyVisitor(request)
  const outcome = await tryPassword(byOwner(account), () =>
    askForNewEmail({
      account,
      email,
      password: passwordIn(form, 'email-password'),
      locale: translation().locale,
      visitor,
      now: now(),
    }),
  )
  return outcome.ok ? goOn(paths.account(), 'email-asked', headers) : refuse(outcome)
}

function refusePassword(refusal: Refusal) {
  const isCurrent = ['wrong-password', 'too-many-tries'].includes(refusal.reason)
  const problems = [problem(isCurrent ? 'current-password' : 'new-password', refusal)]
  return comeBack({ intent: 'change-password', problems })
}

async function savePassword({ account, form, request }: Asked): Promise<Answer> {
  const outcome = await tryPassword(byOwner(account), () =>
    changePassword({
      account,
      current: passwordIn(form, 'current-password'),
      wanted: passwordIn(form, 'new-password'),
      ...browserOf(request),
      now: now(),
    }),
  )
  if (!outcome.ok) return refusePassword(outcome)
  return goOn(paths.account(), 'password-changed', withCookies(outcome.setCookies))
}

async function logOut(
  { account, request }: Asked,
  news: 'logged-out' | 'logged-out-everywhere' = 'logged-out',
) {
  const setCookies = await endSession(request.headers.get('cookie') ?? '')
  setCookies.push(await leaveBrowser(account))
  return goOn(paths.logIn(), news, forgetting(withCookies(setCookies)))
}

/**
 * The next person at this device finds no cart and no bookings. A demonstration's mailbox moves
 * along.
 */
async function leaveBrowser({ accountId }: SignedIn): Promise<string> {
  if (!hasMailbox()) return noVisitor()
  const { visitor, setCookie } = newVisitor()
  await moveMailbox(accountId, visitorKey(visitor))
  return setCookie
}

function refuseErasing(field: string, refusal: Refusal) {
  return comeBack({ intent: 'erase', problems: [problem(field, refusal)] })
}

async function erase({ account, form, request }: Asked): Promise<Answer> {
  const isMeant = textIn(form, 'meant') === 'yes'
  if (!isMeant) return refuseErasing('meant', { ok: false, reason: 'erasing-not-meant' })
  const password = passwordIn(form, 'erase-password')
  const outcome = await tryPassword(byOwner(account), () =>
    erasePerson({ account, password, now: now() }),
  )
  if (!outcome.ok) {
    const isPassword = ['wrong-password', 'too-many-tries'].includes(outcome.reason)
    return refuseErasing(isPassword ? 'erase-password' : 'meant', outcome)
  }
  const setCookies = await endSession(request.headers.get('cookie') ?? '')
  return goOn(
    paths.logIn(),
    'erased',
    forgetting(withCookies([...setCookies, noVisitor(), forgetBrowser()])),
  )
}

/** A password attempt by the owner of a session. */
function byOwner({ accountId, email }: SignedIn) {
  return { at: email, owner: `account ${accountId}` }
}

function passwordIn(form: FormData, field: string): string {
  return readPassword(textIn(form, field))
}
