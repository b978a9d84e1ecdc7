import { translation } from '#app/i18n/translation.ts'
import { company } from '#operator'

/** The contact details on a printed timetable, which omits header and footer. */
export function OnPaper({ host }: { host: string }) {
  const { common, footer } = translation().messages
  const { name, phone, hours } = company()
  return (
    <p className="on-paper small">
      <strong>{host}</strong> · {phone} ({common.hours(hours.from, hours.until)}) · {name} ·{' '}
      {footer.cyprusTime}
    </p>
  )
}
