import type { Company } from '#operator'
import { LOCALES, type Locale } from '#platform/locale.ts'
import { isEmail, tidyEmail } from '#platform/text/email.ts'
import { manyLines, oneLine } from '#platform/text/lines.ts'
import { readPhone, writePhone } from '#platform/text/phone.ts'

/** The fields of the company details, in the order of their form. */
export const COMPANY_FIELDS = [
  'name',
  'shortName',
  'legalName',
  'foundedIn',
  'companyNumber',
  'vatNumber',
  'licence',
  ...LOCALES.map((locale) => `address-${locale}` as const),
  'email',
  'phone',
  'hoursFrom',
  'hoursUntil',
  'networks',
  'sellsOnBoard',
] as const

export type CompanyField = (typeof COMPANY_FIELDS)[number]

/** The text of each field. A ticked box is "yes", an empty one is empty. */
export type CompanyFields = Record<CompanyField, string>

export const MAX_FACT_LENGTH = 100
export const MAX_NETWORKS = 10
/** The oldest company of the world is younger. */
const FIRST_YEAR = 1000

export type CompanyProblem = {
  field: CompanyField
  reason:
    | 'missing'
    | 'too-long'
    | 'signs'
    | 'year'
    | 'vat-number'
    | 'email'
    | 'phone'
    | 'hours'
    | 'networks'
}

/** The fields of a company. */
export function fieldsOf(of: Company): CompanyFields {
  const addresses = LOCALES.map((locale) => [`address-${locale}`, of.address[locale]])
  return {
    ...factsOf(of),
    ...(Object.fromEntries(addresses) as Record<`address-${Locale}`, string>),
    foundedIn: String(of.foundedIn),
    hoursFrom: of.hours.from,
    hoursUntil: of.hours.until,
    networks: of.networks.map((one) => `${one.name} ${one.address}`).join('\n'),
    sellsOnBoard: of.sellsOnBoard ? 'yes' : '',
  }
}

type Facts =
  | 'name'
  | 'shortName'
  | 'legalName'
  | 'companyNumber'
  | 'vatNumber'
  | 'licence'
  | 'email'
  | 'phone'

/** The facts that are the same in a field as in the record. */
function factsOf(of: Pick<Company, Facts>): Pick<Company, Facts> {
  const { name, shortName, legalName, companyNumber, vatNumber, licence, email, phone } = of
  return { name, shortName, legalName, companyNumber, vatNumber, licence, email, phone }
}

/** The fields in which two companies differ. */
export function differingFields(before: CompanyFields, after: CompanyFields): CompanyField[] {
  return COMPANY_FIELDS.filter((field) => after[field] !== before[field])
}

type Read = { company: Company; problems: CompanyProblem[] }

/**
 * Reads typed fields into the present company. Only changed fields are checked, since an unchanged number may be the
 * placeholder of a company that has not been founded yet.
 *
 * @returns the company, to be used only if there are no problems
 */
export function readCompany(typed: CompanyFields, today: Company, year: number): Read {
  const before = fieldsOf(today)
  const after = Object.fromEntries(
    COMPANY_FIELDS.map((field) => [field, tidy(field, typed[field])]),
  ) as CompanyFields
  const changed = differingFields(before, after)
  const problems = changed.flatMap((field) => {
    const reason = check(field, after, year)
    return reason ? [{ field, reason }] : []
  })
  return { company: { ...today, ...companyOf(after) }, problems }
}

function companyOf(fields: CompanyFields): Omit<Company, 'departureBoards'> {
  const addresses = LOCALES.map((locale) => [locale, fields[`address-${locale}`]])
  return {
    ...factsOf(fields),
    foundedIn: Number(fields.foundedIn),
    address: Object.fromEntries(addresses) as Record<Locale, string>,
    networks: readNetworks(fields.networks) ?? [],
    hours: { from: fields.hoursFrom, until: fields.hoursUntil },
    sellsOnBoard: fields.sellsOnBoard === 'yes',
  }
}

function tidy(field: CompanyField, typed: string): string {
  if (field === 'networks') {
    return manyLines(typed).split('\n').map(oneLine).filter(Boolean).join('\n')
  }
  const text = oneLine(typed)
  if (field === 'email') return tidyEmail(text)
  if (field === 'vatNumber') return text.replaceAll(' ', '').toUpperCase()
  const phone = field === 'phone' && readPhone(text)
  return phone ? writePhone(phone) : text
}

/** A number that the tax office gives: "CY", eight digits and a letter. */
const VAT_NUMBER = /^CY\d{8}[A-Z]$/
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/
/** Signs that our texts, letters and feeds read as more than letters. */
const SIGNS = /[<>{}[\]*_`|\\]/

type Reason = CompanyProblem['reason']
type Check = (fields: CompanyFields, year: number) => boolean

/** The check of each field; a field without one takes one line of text. */
const CHECKS: Partial<Record<CompanyField, { reason: Reason; isFine: Check }>> = {
  foundedIn: {
    reason: 'year',
    isFine: ({ foundedIn }, year) =>
      /^\d{4}$/.test(foundedIn) && Number(foundedIn) >= FIRST_YEAR && Number(foundedIn) <= year,
  },
  vatNumber: { reason: 'vat-number', isFine: ({ vatNumber }) => VAT_NUMBER.test(vatNumber) },
  email: { reason: 'email', isFine: ({ email }) => isEmail(email) },
  phone: { reason: 'phone', isFine: ({ phone }) => readPhone(phone) !== undefined },
  hoursFrom: { reason: 'hours', isFine: areHours },
  hoursUntil: { reason: 'hours', isFine: areHours },
  networks: { reason: 'networks', isFine: ({ networks }) => readNetworks(networks) !== undefined },
  sellsOnBoard: { reason: 'missing', isFine: () => true },
}

function check(field: CompanyField, fields: CompanyFields, year: number): Reason | undefined {
  const own = CHECKS[field]
  if (!own) return checkFact(fields[field])
  return own.isFine(fields, year) ? undefined : own.reason
}

function areHours({ hoursFrom, hoursUntil }: CompanyFields): boolean {
  return TIME.test(hoursFrom) && TIME.test(hoursUntil) && hoursFrom < hoursUntil
}

function checkFact(text: string): Reason | undefined {
  if (text === '') return 'missing'
  if (text.length > MAX_FACT_LENGTH) return 'too-long'
  return SIGNS.test(text) ? 'signs' : undefined
}

/** One page a line: its name, and its address with https. Undefined if a line is anything else. */
function readNetworks(text: string): Company['networks'] | undefined {
  const lines = text.split('\n').filter(Boolean)
  const networks = lines.flatMap((line) => {
    const [, name = '', address = ''] = /^(.+) (https:\/\/\S+)$/.exec(line) ?? []
    return URL.canParse(address) && !SIGNS.test(name) ? [{ name, address }] : []
  })
  const areAllRead = networks.length === lines.length && lines.length <= MAX_NETWORKS
  const names = new Set(networks.map(({ name }) => name))
  return areAllRead && names.size === networks.length ? networks : undefined
}
