import { translation } from '#app/i18n/translation.ts'
import { findOwnAccess } from '#modules/staff/access/own-access.server.ts'
import { offerAuthenticator } from '#modules/staff/keys/authenticators.server.ts'
import { askForPasskey } from '#modules/staff/keys/passkeys.server.ts'
import { offerRecoveryCodes } from '#modules/staff/keys/recovery-codes.server.ts'
import type { SignedIn } from '#modules/staff/sign-in/find-staff.server.ts'
import { company } from '#operator'
import { now } from '#platform/clock.server.ts'
import { dateAndTime } from '#platform/format/moments.ts'

/** A form that the page opens instead of the button that leads to it: `?set-up=`. */
export type SetUp = 'authenticator' | 'recovery-codes' | null

export async function viewMe(staff: SignedIn, setUp: SetUp) {
  const { locale } = translation()
  const { staffId, name, email } = staff
  const access = await findOwnAccess({ staff, now: now() })
  const passkey = await askForPasskey({ about: 'enrolment', staffId }, now())
  return {
    member: { name, email, locale: staff.locale, shortcuts: staff.shortcuts, roles: staff.roles },
    authenticatorSince: access.authenticatorSince && dateAndTime(access.authenticatorSince, locale),
    passkeys: access.passkeys.map(({ passkeyId, device, createdAt }) => ({
      passkeyId,
      device: device ?? '',
      since: dateAndTime(createdAt, locale),
    })),
    sessions: access.sessions.map(({ sessionId, device, createdAt, lastActAt }) => ({
      sessionId,
      device,
      since: dateAndTime(createdAt, locale),
      used: dateAndTime(lastActAt, locale),
      isHere: sessionId === staff.sessionId,
    })),
    recoveryCodes: access.recoveryCodes,
    passkey: { ...passkey, member: { id: staffId, name, email, company: company().name } },
    newAuthenticator: setUp === 'authenticator' ? await offerAuthenticator(staff) : undefined,
    newCodes: setUp === 'recovery-codes' ? await offerRecoveryCodes(staffId) : undefined,
  }
}

export type MeView = Awaited<ReturnType<typeof viewMe>>
