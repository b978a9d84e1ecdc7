import { translation } from '#app/i18n/translation.ts'
import { shortDate } from '#platform/format/dates.ts'
import { durationText } from '#platform/format/durations.ts'
import { clockTime, dateInCyprus } from '#platform/time.ts'

/** "3 min ago" */
export function agoText(moment: Temporal.Instant, now: Temporal.Instant): string {
  const { locale, messages } = translation()
  const { checks } = messages.office
  const minutes = Math.floor(moment.until(now).total('minutes'))
  return minutes < 1 ? checks.justNow : checks.ago(durationText(minutes, locale))
}

/** "Sun 22 Nov, 13:05" */
export function momentText(moment: Temporal.Instant): string {
  return `${shortDate(dateInCyprus(moment), translation().locale)}, ${clockTime(moment)}`
}
