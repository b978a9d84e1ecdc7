import { explain, type Refusal } from '#app/i18n/refusals.ts'
import { translation } from '#app/i18n/translation.ts'
import type { FormProblem } from '#app/ui/error-summary.tsx'
import { FORMS, MAX_TYPED } from '#modules/enquiries/forms.ts'
import { mayTry, type Limit } from '#platform/limits/rate-limit.server.ts'

/**
 * The limit of all forms from one address, which a whole hotel may share: each form costs parsing,
 * checks and queries. Acts such as sending email have their own limits.
 */
const SENDINGS = { name: 'form', tries: 600, seconds: 600 }
/**
 * The longest field of one line: an email address has 254 characters, and a character may be sent
 * as two.
 */
const MAX_LINE_LENGTH = 500
/** A line break counts as one character when typed, and as two when sent. */
const MAX_TEXT_LENGTH = 2 * MAX_TYPED
const TEXTS: ReadonlySet<string> = new Set(
  Object.values(FORMS)
    .flat()
    .flatMap(({ fields }) => fields.filter(({ type }) => type === 'text'))
    .map(({ name }) => name),
)

/** The browser's answer about a passkey, as JSON. */
const PASSKEY_ANSWERS: ReadonlySet<string> = new Set(['assertion', 'registration'])

/**
 * The submitted form, or the reason for refusing it, with its values `cut` to a length that can be
 * shown again.
 */
export type SentForm =
  | { ok: true; form: FormData }
  | { ok: false; problems: FormProblem[]; cut: FormData }

/**
 * Reads a submitted form. The request is counted first, then the length of each field is checked
 * before any work on its text, so that a client cannot make us process more than a person types.
 * The rules of each field come later and are narrower. An unreadable form counts as an empty one.
 *
 * @param limit of this form alone; each request counts against it, whatever it contains
 */
export async function readForm(
  request: Request,
  limit?: Limit,
  visitor?: string,
): Promise<SentForm> {
  const isAllowed = await mayTry(SENDINGS)
  const form = await readFields(request).catch(() => new FormData())
  if (!isAllowed) return refuse(form, ['content'], 'too-many-tries')
  const tooLong = [...form].filter(([name, value]) => isTooLong(name, value))
  if (tooLong.length > 0) {
    const fieldIds = tooLong.map(([name]) => name.slice(0, MAX_LINE_LENGTH))
    return refuse(form, fieldIds, 'far-too-long')
  }
  const isWithin = !limit || (await mayTry(limit, visitor))
  return isWithin ? { ok: true, form } : refuse(form, ['content'], 'too-many-tries')
}

/**
 * The fields of a form. Ours are written like the query of an address, and are read as text: as a form
 * the same body would be read through several streams.
 */
async function readFields(request: Request): Promise<FormData> {
  const [type = ''] = (request.headers.get('Content-Type') ?? '').split(';')
  if (type.trim().toLowerCase() !== 'application/x-www-form-urlencoded') return request.formData()
  const form = new FormData()
  for (const [name, value] of new URLSearchParams(await request.text())) form.append(name, value)
  return form
}

function refuse(
  form: FormData,
  fieldIds: readonly string[],
  reason: 'too-many-tries' | 'far-too-long',
): SentForm {
  const refusal: Refusal = { ok: false, reason }
  const sentence = explain(translation().messages.refusals, refusal)
  const problems = [...new Set(fieldIds)].map((fieldId) => ({ fieldId, sentence }))
  return { ok: false, problems, cut: cutToLength(form) }
}

/** A field as text, without the one character that the database refuses; a file or a missing field is empty. */
export function textIn(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.replaceAll('\0', '') : ''
}

/** The values to show again in a form: everything typed except passwords. */
export function typedIn(form: FormData): Record<string, string> {
  const typed = [...form].flatMap(([name, value]) =>
    typeof value === 'string' && !name.endsWith('password') ? [[name, value] as const] : [],
  )
  return Object.fromEntries(typed)
}

function longestOf(name: string): number {
  return TEXTS.has(name) || PASSKEY_ANSWERS.has(name) ? MAX_TEXT_LENGTH : MAX_LINE_LENGTH
}

function isTooLong(name: string, value: FormDataEntryValue): boolean {
  return (
    name.length > MAX_LINE_LENGTH || (typeof value === 'string' && value.length > longestOf(name))
  )
}

function cutToLength(form: FormData): FormData {
  const cut = new FormData()
  for (const [name, value] of form) {
    const isShort = name.length <= MAX_LINE_LENGTH
    if (isShort && typeof value === 'string') cut.append(name, value.slice(0, longestOf(name)))
  }
  return cut
}
