import { textIn } from '#app/http/read-form.server.ts'
import { tryPassword } from '#app/http/try-password.server.ts'
import { explain } from '#app/i18n/refusals.ts'
import { translation } from '#app/i18n/translation.ts'
import { done, refused, type Press } from '#app/office/act.server.ts'
import { readPassword } from '#modules/accounts/passwords.ts'
import {
  addOwnAuthenticator,
  addOwnPasskey,
  changeOwnPassword,
  changePreferences,
  endOwnSession,
  removeOwnFactor,
  replaceOwnCodes,
} from '#modules/staff/access/own-access.server.ts'
import { findOffer } from '#modules/staff/keys/authenticators.server.ts'
import { findOfferedCodes } from '#modules/staff/keys/recovery-codes.server.ts'
import * as paths from '#paths'
import { LOCALES } from '#platform/locale.ts'

import { OFFER } from './offer.ts'

/* The changes that members make to their own access; each act leads back to the page. */

export async function endOne({ form, staff, now }: Press) {
  const sessionId = textIn(form, 'session')
  await endOwnSession({ staff, now }, { sessionId })
  return done(sessionId === staff.sessionId ? paths.officeLogin() : paths.officeMe())
}

export async function endOthers({ staff, now }: Press) {
  await endOwnSession({ staff, now }, 'others')
  return done(paths.officeMe())
}

export async function preferences({ form, staff, now }: Press) {
  const locale = LOCALES.find((one) => one === textIn(form, 'locale')) ?? staff.locale
  await changePreferences({ staff, locale, shortcuts: textIn(form, 'shortcuts') === 'yes', now })
  return done(paths.officeMe(), locale)
}

export async function password({ form, staff, now }: Press) {
  const outcome = await tryPassword({ at: staff.email, owner: `office ${staff.staffId}` }, () =>
    changeOwnPassword({
      staff,
      current: readPassword(textIn(form, 'current-password')),
      wanted: readPassword(textIn(form, 'new-password')),
      now,
    }),
  )
  if (outcome.ok) return done(paths.officeMe())
  const isCurrent = outcome.reason === 'wrong-password' || outcome.reason === 'too-many-tries'
  const sentence = explain(translation().messages.refusals, outcome)
  const fieldId = isCurrent ? 'current-password' : 'new-password'
  return refused([{ fieldId, sentence }], form)
}

export async function authenticator({ form, staff, now }: Press) {
  const [sealed, code] = [textIn(form, 'sealed'), textIn(form, 'first-code')]
  const outcome = await addOwnAuthenticator({ staff, sealed, code, now })
  if (outcome.ok) return done(paths.officeMe())
  const sentence = translation().messages.office.login.refusals[outcome.reason]
  showAgain(form, await findOffer(sealed, staff))
  return refused([{ fieldId: 'first-code', sentence }], form)
}

export async function passkey({ form, staff, request, now }: Press) {
  const outcome = await addOwnPasskey({
    staff,
    registration: textIn(form, 'registration'),
    userAgent: request.headers.get('user-agent') ?? undefined,
    now,
  })
  if (outcome.ok) return done(paths.officeMe())
  const sentence = translation().messages.office.login.refusals[outcome.reason]
  return refused([{ fieldId: 'new-passkey', sentence }], form)
}

export async function removeFactor({ form, staff, now }: Press) {
  const passkeyId = textIn(form, 'passkey')
  const factor = passkeyId === '' ? 'authenticator' : { passkeyId }
  const outcome = await removeOwnFactor({ staff, factor, now })
  if (outcome.ok) return done(paths.officeMe())
  const sentence = translation().messages.office.staff.refusals[outcome.reason]
  return refused([{ fieldId: 'factors', sentence }], form)
}

export async function recoveryCodes({ form, staff, now }: Press) {
  const [sealed, code] = [textIn(form, 'sealed'), textIn(form, 'recovery-code')]
  const outcome = await replaceOwnCodes({ staff, sealed, code, now })
  if (outcome.ok) return done(paths.officeMe())
  const sentence = translation().messages.office.login.refusals['recovery-wrong']
  showAgain(form, await findOfferedCodes(staff.staffId, sealed))
  return refused([{ fieldId: 'recovery-code', sentence }], form)
}

/** The page shows the same secrets after a wrong code, and not others. */
function showAgain(form: FormData, offer: object | undefined): void {
  if (offer) form.set(OFFER, JSON.stringify(offer))
}
