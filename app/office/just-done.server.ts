import { actInWords } from '#app/components/office/act-in-words.ts'
import { translation } from '#app/i18n/translation.ts'
import type { SignedIn } from '#modules/staff/sign-in/find-staff.server.ts'
import { findJustDone } from '#modules/staff/sign-in/once.server.ts'
import { exactClock } from '#platform/format/moments.ts'
import { listAudit } from '#platform/list-audit.server.ts'

type Asked = { staff: SignedIn; url: URL; now: Temporal.Instant }

/**
 * The member's latest act, for the page to which it led. It is read from the audit entry of the
 * same moment, so the page says exactly what was recorded.
 */
export async function tellJustDone({ staff, url, now }: Asked): Promise<string | undefined> {
  const { staffId } = staff
  const moment = await findJustDone({ staffId, address: url.pathname + url.search, now })
  if (!moment) return undefined
  const of = { actor: `staff:${staffId}`, from: moment, until: moment.add({ milliseconds: 1 }) }
  const [entry] = await listAudit(of, { most: 1 })
  const { shell } = translation().messages.office
  return entry && shell.done(actInWords(entry), exactClock(entry.enteredAt))
}
