import { translation } from '#app/i18n/translation.ts'
import { may } from '#app/office/guard.server.ts'
import { isLicenceOver, type Driver, type DriverLanguage } from '#modules/fleet/driver.ts'
import { listDrivers, subjectOfDriver } from '#modules/fleet/drivers.server.ts'
import { findMember, listMembers } from '#modules/staff/people/list-members.server.ts'
import type { SignedIn } from '#modules/staff/sign-in/find-staff.server.ts'
import { countEntries } from '#platform/audit.server.ts'
import { dayMonthYear } from '#platform/format/dates.ts'
import { writePhone } from '#platform/text/phone.ts'
import { dateInCyprus } from '#platform/time.ts'

export type DriverRow = {
  staffId: string
  name: string
  languages: string
  phone: string
  licence: string
  isLicenceOver: boolean
  absence: string
}

/** Only those who plan the duties call drivers. */
const PHONE = 'fleet.edit'

/** All drivers of the company by name. */
export async function showDrivers(staff: SignedIn, now: Temporal.Instant): Promise<DriverRow[]> {
  const members = (await listMembers(now)).filter(isDriver)
  const drivers = await listDrivers(
    members.map(({ staffId }) => staffId),
    now,
  )
  return members.map(({ staffId, name }) => {
    const driver = drivers.get(staffId)
    return {
      staffId,
      name,
      languages: driver ? languagesOf(driver) : '',
      phone: driver?.phone && may(staff, PHONE) ? writePhone(driver.phone) : '',
      ...licenceOf(driver, dateInCyprus(now)),
      absence: absencesOf(driver).map(({ text }) => text)[0] ?? '',
    }
  })
}

export type DriverView = {
  staffId: string
  name: string
  /** The number of its audit entries, sent back with each form. */
  seen: number
  languages: readonly DriverLanguage[]
  phone: string
  /** As a field for dates has it, and as people read it. */
  licenceUntil: string
  licence: string
  isLicenceOver: boolean
  absences: { absenceId: string; text: string }[]
}

/** Undefined for an unknown id, and for a member who is no driver. */
export async function showDriver(
  staff: SignedIn,
  staffId: string,
  now: Temporal.Instant,
): Promise<DriverView | undefined> {
  const member = await findMember(staffId, now)
  if (!member || !isDriver(member)) return undefined
  const [drivers, seen] = await Promise.all([
    listDrivers([staffId], now),
    countEntries(subjectOfDriver(staffId)),
  ])
  const driver = drivers.get(staffId)
  return {
    staffId,
    name: member.name,
    seen,
    languages: driver?.languages ?? [],
    phone: driver?.phone && may(staff, PHONE) ? writePhone(driver.phone) : '',
    licenceUntil: driver?.licenceUntil?.toString() ?? '',
    ...licenceOf(driver, dateInCyprus(now)),
    absences: absencesOf(driver),
  }
}

function isDriver({ roles }: { roles: readonly string[] }): boolean {
  return roles.includes('driver')
}

function languagesOf({ languages }: Driver): string {
  const names = translation().messages.office.drivers.languages
  return languages.map((language) => names[language]).join(', ')
}

function licenceOf(driver: Driver | undefined, today: Temporal.PlainDate) {
  const { locale, messages } = translation()
  if (!driver?.licenceUntil) return { licence: '', isLicenceOver: false }
  const until = dayMonthYear(driver.licenceUntil, locale)
  const isOver = isLicenceOver(driver, today)
  const licence = isOver ? messages.office.drivers.licenceOver(until) : until
  return { licence, isLicenceOver: isOver }
}

function absencesOf(driver: Driver | undefined): DriverView['absences'] {
  const { locale, messages } = translation()
  const { absentFromUntil } = messages.office.drivers
  return (driver?.absences ?? []).map(({ absenceId, fromOn, untilOn }) => ({
    absenceId,
    text: absentFromUntil(dayMonthYear(fromOn, locale), dayMonthYear(untilOn, locale)),
  }))
}
