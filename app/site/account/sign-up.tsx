import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { readForm, textIn, typedIn } from '#app/http/read-form.server.ts'
import { hasMailbox, identifyVisitor } from '#app/http/visitor-key.server.ts'
import type { Refusal } from '#app/i18n/refusals.ts'
import { translation } from '#app/i18n/translation.ts'
import { readPassword } from '#modules/accounts/passwords.ts'
import { findSignedIn } from '#modules/accounts/sessions.server.ts'
import { signUp } from '#modules/accounts/sign-up.server.ts'
import { checkSignUp } from '#modules/accounts/sign-up.ts'
import { PROOF_HOURS } from '#modules/rules/kept.ts'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { mayTry } from '#platform/limits/rate-limit.server.ts'
import { localePath } from '#platform/locale.ts'
import { guessEmail, tidyEmail } from '#platform/text/email.ts'
import { oneLine } from '#platform/text/lines.ts'

import type { Route } from './+types/sign-up'
import { AccountPage } from './account-page.tsx'
import { comeBack, goOn, problem } from './answer.server.ts'
import { MailSent } from './mail-sent.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import styles from './users.css?inline'

/** Each request hashes a password and sends an email. */
const SIGN_UPS = { name: 'sign-up', tries: 10, seconds: 600, shared: true }

export const handle = { personal: true, styles } satisfies Handle

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const { signUp: words } = translation().messages.account
  return [{ title: tabTitle(loaderData?.isSent ? words.sentTitle : words.title) }]
}

export async function loader({ request, url }: Route.LoaderArgs) {
  if (await findSignedIn(request, now())) return goOn(paths.account(), null)
  return {
    isSent: url.searchParams.has('sent'),
    hasMailbox: hasMailbox(),
    hours: PROOF_HOURS,
  }
}

export async function action({ request }: Route.ActionArgs) {
  const sent = await readForm(request)
  if (!sent.ok) return comeBack({ problems: sent.problems, typed: typedIn(sent.cut) })
  const { form } = sent
  const typed = {
    name: oneLine(textIn(form, 'name')),
    email: tidyEmail(textIn(form, 'email')),
    terms: textIn(form, 'terms'),
  }
  const fields = {
    name: typed.name,
    email: typed.email,
    password: readPassword(textIn(form, 'password')),
    termsAccepted: typed.terms === 'yes',
  }
  const problems = checkSignUp(fields).map((refusal) => problem(fieldOf(refusal), refusal))
  if (problems.length > 0) return comeBack({ problems, typed })
  const meant = guessEmail(typed.email)
  if (meant && textIn(form, 'email-asked') !== typed.email) {
    const sentence = translation().messages.account.signUp.didYouMean(meant)
    const doubts = [{ fieldId: 'email', sentence }]
    return comeBack({ problems: doubts, typed: { ...typed, 'email-asked': typed.email } })
  }
  if (!(await mayTry(SIGN_UPS))) {
    return comeBack({ problems: [problem('name', { ok: false, reason: 'too-many-tries' })], typed })
  }

  const { visitor, headers } = identifyVisitor(request)
  const { locale } = translation()
  await signUp({ fields, locale, visitor, now: now() })
  headers.set('Location', localePath(locale, paths.signUp('sent')))
  return new Response(null, { status: 303, headers })
}

function fieldOf({ reason }: Refusal): string {
  if (reason.startsWith('password')) return 'password'
  if (reason.includes('terms')) return 'terms'
  return reason.includes('email') ? 'email' : 'name'
}

export default function SignUp({ loaderData, actionData }: Route.ComponentProps) {
  const { account } = translation().messages
  const { signUp: words } = account
  if (loaderData.isSent && !actionData) {
    return (
      <AccountPage title={words.sentTitle}>
        <MailSent
          text={words.sent}
          notThere={words.notThere(loaderData.hours)}
          mailbox={loaderData.hasMailbox ? account.mailbox : null}
          again={{ to: paths.signUp(), label: words.again }}
        />
      </AccountPage>
    )
  }
  return (
    <AccountPage title={words.title} intro={words.intro}>
      <SignUpForm answer={actionData} />
    </AccountPage>
  )
}
