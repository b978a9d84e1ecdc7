import { translation } from '#app/i18n/translation.ts'
import { askColleague } from '#modules/approvals/approvals.server.ts'
import type { ColleagueRefusal } from '#modules/approvals/limits.ts'
import { formatEuros, cents } from '#platform/money.ts'

import type { Press } from './act.server.ts'

/**
 * Asks the colleagues to confirm an act that was refused without them, with the reason that was
 * typed.
 *
 * @returns the sentence for the member who pressed
 */
export async function askFor(
  { wanted }: ColleagueRefusal,
  { by, now }: Pick<Press, 'by' | 'now'>,
  reason = '',
): Promise<string> {
  await askColleague({ wanted, by, reason, now })
  const { locale, messages } = translation()
  return messages.office.today.approvals.asked(formatEuros(cents(wanted.amountCents), locale))
}
