import { translation } from '#app/i18n/translation.ts'
import { company } from '#operator'

/** The telephone number, and the hours at which it is answered. */
export function CallUs() {
  const { common } = translation().messages
  const { phone, hours } = company()
  return (
    <p className="call-us">
      <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>{' '}
      <span className="soft small">{common.hours(hours.from, hours.until)}</span>
    </p>
  )
}
