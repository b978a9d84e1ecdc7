import { timeInSentence } from '#app/components/office/short-moment.server.ts'
import { textIn } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import type { Press } from '#app/office/act.server.ts'
import type { FormProblem } from '#app/ui/error-summary.tsx'
import { listStaffNames } from '#modules/staff/people/names.server.ts'
import { UUID } from '#platform/ids.ts'
import { acknowledgeAlert } from '#platform/watch/alerts.server.ts'

/** Marks an alert as seen. Undefined if it was done, otherwise the reason in a sentence. */
export async function acknowledge({ form, by, now }: Press): Promise<FormProblem | undefined> {
  const { seenRefusals } = translation().messages.office.today
  const alertId = textIn(form, 'alert')
  const fieldId = 'problems'
  if (!UUID.test(alertId)) return { fieldId, sentence: seenRefusals['no-such-alert'] }
  const outcome = await acknowledgeAlert({ alertId, by, now })
  if (outcome.ok) return undefined
  if (outcome.reason === 'over') {
    return { fieldId, sentence: seenRefusals.over(timeInSentence(outcome.at, now)) }
  }
  if (outcome.reason === 'acknowledged-already') {
    const staffId = outcome.by.replace(/^staff:/, '')
    const name = (await listStaffNames([staffId])).get(staffId) ?? seenRefusals.somebody
    return {
      fieldId,
      sentence: seenRefusals[outcome.reason](name, timeInSentence(outcome.at, now)),
    }
  }
  return { fieldId, sentence: seenRefusals[outcome.reason] }
}
