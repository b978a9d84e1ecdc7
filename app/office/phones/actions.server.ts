import { textIn } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { done, refused, type Press } from '#app/office/act.server.ts'
import {
  settleConflict,
  type SettleOutcome,
} from '#modules/boarding/counts/open-conflicts.server.ts'
import { trustDevice, type TrustOutcome } from '#modules/boarding/devices/devices.server.ts'
import * as paths from '#paths'

/** The phone gets no list any more, and deletes the one that it has. */
export const block = (press: Press) => trust(press, false)

/** The phone was found, or blocked by mistake. */
export const unblock = (press: Press) => trust(press, true)

async function trust({ form, by, now }: Press, isTrusted: boolean) {
  const deviceNo = readNumber(form, 'phone')
  return say(await trustDevice({ deviceNo, isTrusted, by, now }), 'phones', form)
}

/** More people really travelled, so the count of a conflict stays. */
export async function settle({ form, by, now }: Press) {
  const [bookingId, tooMany] = [textIn(form, 'booking'), readNumber(form, 'too-many')]
  return say(await settleConflict({ bookingId, tooMany, by, now }), 'conflicts', form)
}

/** 0, which is no phone and no conflict, for anything but a number. */
function readNumber(form: FormData, name: string): number {
  const text = textIn(form, name)
  return /^\d{1,9}$/.test(text) ? Number(text) : 0
}

function say(outcome: TrustOutcome | SettleOutcome, fieldId: string, form: FormData) {
  if (outcome.ok) return done(paths.officePhones())
  const sentence = translation().messages.office.phones.refusals[outcome.reason]
  return refused([{ fieldId, sentence }], form)
}
