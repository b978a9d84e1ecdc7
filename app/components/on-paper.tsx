import { translation } from '#app/i18n/translation.ts'
import { operator } from '#operator'

/** What a printed timetable has to say of us, where the frame of the site is left away. */
export function OnPaper({ host }: { host: string }) {
  const { common, footer } = translation().messages
  const { name, phone, hours } = operator
  return (
    <p className="on-paper small">
      <strong>{host}</strong> · {phone} ({common.hours(hours.from, hours.until)}) · {name} ·{' '}
      {footer.cyprusTime}
    </p>
  )
}
