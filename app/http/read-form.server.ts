import { explain, type Refusal } from '#app/i18n/refusals.ts'
import { translation } from '#app/i18n/translation.ts'
import type { FormProblem } from '#app/ui/error-summary.tsx'
import { FORMS, MAX_TYPED } from '#modules/enquiries/forms.ts'
import { mayTry } from '#platform/rate-limit.server.ts'

/**
 * Forms of any kind from one address, which a whole hotel may have: each is read, checked and asked
 * about in the database. What a form does besides, such as sending mail, has limits of its own.
 */
const SENDINGS = { name: 'form', tries: 600, seconds: 600 }
/** No line of any form takes more: an address has 254 characters, and a letter may come in two. */
const MAX_LINE_LENGTH = 500
/** A line ends with one character where it is typed, and with two where it is sent. */
const MAX_TEXT_LENGTH = 2 * MAX_TYPED
const TEXTS: ReadonlySet<string> = new Set(
  Object.values(FORMS)
    .flat()
    .flatMap(({ fields }) => fields.filter(({ type }) => type === 'text'))
    .map(({ name }) => name),
)

/** A form as it was sent; or what is wrong with it, and `cut` to what can be shown again. */
export type SentForm =
  | { ok: true; form: FormData }
  | { ok: false; problems: FormProblem[]; cut: FormData }

/**
 * Reads a form that was sent. The sending is counted first, and then the length of each field is looked
 * at before anything is done with its text, so that nobody makes us work on more than a person types;
 * the rules of each field come after, and are narrower. What cannot be read as a form counts as an
 * empty one, and is answered so.
 */
export async function readForm(request: Request): Promise<SentForm> {
  const isAllowed = await mayTry(SENDINGS)
  const form = await request.formData().catch(() => new FormData())
  if (!isAllowed) return refuse(form, ['content'], 'too-many-tries')
  const tooLong = [...form].filter(([name, value]) => isTooLong(name, value))
  if (tooLong.length === 0) return { ok: true, form }
  return refuse(
    form,
    tooLong.map(([name]) => name.slice(0, MAX_LINE_LENGTH)),
    'far-too-long',
  )
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

/** A field as text; a file, or nothing, is an empty one. */
export function textIn(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** The values to show again in a form: all that was typed but for passwords. */
export function typedIn(form: FormData): Record<string, string> {
  const typed = [...form].flatMap(([name, value]) =>
    typeof value === 'string' && !name.endsWith('password') ? [[name, value] as const] : [],
  )
  return Object.fromEntries(typed)
}

function longestOf(name: string): number {
  return TEXTS.has(name) ? MAX_TEXT_LENGTH : MAX_LINE_LENGTH
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
