import { translation } from '#app/i18n/translation.ts'
import { findAbsence, isLicenceOver } from '#modules/fleet/driver.ts'
import { listDrivers } from '#modules/fleet/drivers.server.ts'
import { listMembers } from '#modules/staff/people/list-members.server.ts'
import { startOfDay } from '#platform/time.ts'

import type { Option } from './view.ts'

/** The drivers to choose from for a day, each with the reason why they cannot work. */
export async function listDriverOptions(
  date: Temporal.PlainDate,
  now: Temporal.Instant,
): Promise<Option[]> {
  const words = translation().messages.office.duties
  const members = (await listMembers(now)).filter(({ roles }) => roles.includes('driver'))
  const ids = members.map(({ staffId }) => staffId)
  const drivers = await listDrivers(ids, startOfDay(date))
  return members.map(({ staffId, name }) => {
    const driver = drivers.get(staffId)
    const isAway = driver && findAbsence(driver, { from: date, until: date })
    const isOver = driver && isLicenceOver(driver, date)
    const why = isAway ? words.absentThen : isOver ? words.licenceOverThen : ''
    return { value: staffId, text: [name, why].filter(Boolean).join(' – ') }
  })
}
