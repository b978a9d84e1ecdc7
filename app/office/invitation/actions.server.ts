import { data, redirectDocument } from 'react-router'

import { withCookies } from '#app/http/headers.server.ts'
import { readForm, textIn } from '#app/http/read-form.server.ts'
import { explain } from '#app/i18n/refusals.ts'
import { translation } from '#app/i18n/translation.ts'
import { homeOf } from '#app/permissions.ts'
import type { FormProblem } from '#app/ui/error-summary.tsx'
import { readPassword } from '#modules/accounts/passwords.ts'
import { findOffer, offerAuthenticator } from '#modules/staff/keys/authenticators.server.ts'
import { askForPasskey } from '#modules/staff/keys/passkeys.server.ts'
import { findOfferedCodes, offerRecoveryCodes } from '#modules/staff/keys/recovery-codes.server.ts'
import { digestOf, findInvitation } from '#modules/staff/people/invite.server.ts'
import {
  acceptInvitation,
  enrolFactor,
  findEnrolment,
  finishEnrolment,
  type Enrolment,
} from '#modules/staff/sign-in/enrol.server.ts'
import { company } from '#operator'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { ACCESS_TOKEN } from '#platform/ids.ts'
import { localePath } from '#platform/locale.ts'

/** The step to show. `problems` are those of the form that was sent. */
export type InvitationView = { problems: FormProblem[] } & (
  | { step: 'over' }
  | { step: 'password'; name: string; email: string }
  | {
      step: 'factor'
      authenticator: Awaited<ReturnType<typeof offerAuthenticator>>
      passkey: Awaited<ReturnType<typeof askForPasskey>> & {
        member: { id: string; name: string; email: string; company: string }
      }
    }
  | { step: 'recovery'; codes: string[]; sealed: string }
)

type Asked = { request: Request; token: string }

/** The step that the link opens in this browser now. A form sent back keeps its secrets. */
export async function viewInvitation(
  { request, token }: Asked,
  form = new FormData(),
  problems: FormProblem[] = [],
): Promise<InvitationView> {
  if (!ACCESS_TOKEN.test(token)) return { step: 'over', problems }
  const enrolment = await findEnrolment(request, now())
  if (enrolment?.invitation === digestOf(token)) return viewEnrolment(enrolment, form, problems)
  const invited = await findInvitation(token, now())
  if (!invited) return { step: 'over', problems }
  return { step: 'password', name: invited.name, email: invited.email, problems }
}

async function viewEnrolment(
  enrolment: Enrolment,
  form: FormData,
  problems: FormProblem[],
): Promise<InvitationView> {
  const { staffId, name, email } = enrolment
  const sealed = textIn(form, 'sealed')
  if (enrolment.hasFactor) {
    const offered = (await findOfferedCodes(staffId, sealed)) ?? (await offerRecoveryCodes(staffId))
    return { step: 'recovery', ...offered, problems }
  }
  const member = { id: staffId, name, email, company: company().name }
  return {
    step: 'factor',
    authenticator: (await findOffer(sealed, enrolment)) ?? (await offerAuthenticator(enrolment)),
    passkey: { ...(await askForPasskey({ about: 'enrolment', staffId }, now())), member },
    problems,
  }
}

/** Carries out the step whose form was sent. */
export async function enrol(asked: Asked) {
  const sent = await readForm(asked.request)
  if (!sent.ok) return comeBack(asked, sent.cut, sent.problems)
  const { form } = sent
  switch (textIn(form, 'intent')) {
    case 'factor':
      return sendFactor(asked, form)
    case 'finish':
      return sendRecoveryCode(asked, form)
    default:
      return sendPassword(asked, form)
  }
}

async function sendPassword(asked: Asked, form: FormData) {
  const password = readPassword(textIn(form, 'new-password'))
  const outcome = await acceptInvitation({ token: asked.token, password, now: now() })
  if (outcome.ok) return goOn(paths.officeInvitation(asked.token), outcome.setCookies)
  const { refusals, office } = translation().messages
  const sentence =
    outcome.reason === 'invitation-over'
      ? office.login.refusals[outcome.reason]
      : explain(refusals, outcome)
  return comeBack(asked, form, [{ fieldId: 'new-password', sentence }])
}

async function sendFactor(asked: Asked, form: FormData) {
  const registration = textIn(form, 'registration')
  const factor = registration
    ? { registration }
    : { code: textIn(form, 'first-code'), sealed: textIn(form, 'sealed') }
  const outcome = await enrolFactor({ request: asked.request, factor, now: now() })
  if (outcome.ok) return goOn(paths.officeInvitation(asked.token), [])
  const sentence = translation().messages.office.login.refusals[outcome.reason]
  return comeBack(asked, form, [{ fieldId: registration ? 'passkey' : 'first-code', sentence }])
}

async function sendRecoveryCode(asked: Asked, form: FormData) {
  const outcome = await finishEnrolment({
    request: asked.request,
    sealed: textIn(form, 'sealed'),
    code: textIn(form, 'recovery-code'),
    now: now(),
  })
  if (outcome.ok) return goOn(homeOf(outcome.roles), outcome.setCookies, outcome.locale)
  const reason = outcome.reason === 'invitation-over' ? outcome.reason : 'recovery-wrong'
  const sentence = translation().messages.office.login.refusals[reason]
  return comeBack(asked, form, [{ fieldId: 'recovery-code', sentence }])
}

function goOn(
  path: string,
  setCookies: readonly string[],
  locale = translation().locale,
): Response {
  const address = localePath(locale, path)
  return redirectDocument(address, { status: 303, headers: withCookies(setCookies) })
}

async function comeBack(asked: Asked, form: FormData, problems: FormProblem[]) {
  return data(await viewInvitation(asked, form, problems), 422)
}
