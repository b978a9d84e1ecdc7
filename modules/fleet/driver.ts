/** The languages that a driver may speak with passengers. */
export const DRIVER_LANGUAGES = [
  'greek',
  'english',
  'german',
  'french',
  'russian',
  'arabic',
  'hebrew',
  'romanian',
  'bulgarian',
] as const
export type DriverLanguage = (typeof DRIVER_LANGUAGES)[number]

/** Days on which a driver is not there, both included. Nobody writes down why. */
export type Absence = { absenceId: string; fromOn: Temporal.PlainDate; untilOn: Temporal.PlainDate }

export type DriverDetails = {
  languages: readonly DriverLanguage[]
  /** As E.164; null if it is not known. */
  phone: string | null
  /** The last day on which the licence is valid; null if it is not known. */
  licenceUntil: Temporal.PlainDate | null
}

export type Driver = DriverDetails & {
  staffId: string
  /** Those that are not over, earliest first. */
  absences: readonly Absence[]
}

/** The absence that keeps a driver from working on one of these days, if there is one. */
export function findAbsence(
  { absences }: Pick<Driver, 'absences'>,
  { from, until }: { from: Temporal.PlainDate; until: Temporal.PlainDate },
): Absence | undefined {
  return absences.find(({ fromOn, untilOn }) => !isAfter(fromOn, until) && !isAfter(from, untilOn))
}

/** Whether the licence is known to have run out before a day is over. */
export function isLicenceOver(
  { licenceUntil }: Pick<Driver, 'licenceUntil'>,
  on: Temporal.PlainDate,
): boolean {
  return licenceUntil !== null && isAfter(on, licenceUntil)
}

function isAfter(one: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(one, other) > 0
}
