import { data, redirectDocument, type ActionFunctionArgs } from 'react-router'

import { notFound } from '#app/http/found.ts'
import { readForm, textIn, typedIn } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import {
  findEntry,
  type Act,
  type ActOf,
  type Level,
  type OfficePattern,
  type Stop,
} from '#app/permissions.ts'
import type { FormProblem } from '#app/ui/error-summary.tsx'
import type { SignedIn } from '#modules/staff/sign-in/find-staff.server.ts'
import {
  claimAct,
  findAct,
  finishAct,
  releaseAct,
  type Known,
} from '#modules/staff/sign-in/once.server.ts'
import { verifyStepUp } from '#modules/staff/sign-in/step-up.server.ts'
import * as paths from '#paths'
import type { Member } from '#platform/actor.ts'
import { maskCardNumbers } from '#platform/card-numbers.ts'
import { now } from '#platform/clock.server.ts'
import { UUIDS } from '#platform/ids.ts'
import { localePath } from '#platform/locale.ts'
import { readCode } from '#platform/text/codes.ts'

import { fieldsToKeep, isConfirmed, may, staffOf, stop } from './guard.server.ts'

/** A press of a button, as a page of the office receives it. */
export type Press = {
  form: FormData
  staff: SignedIn
  by: Member
  /** The parts of the address that its pattern names. */
  params: Record<string, string>
  /**
   * The number of audit entries of the subject when the page was shown (countEntries); undefined
   * from a form without it, whose act then compares none.
   */
  seen: number | undefined
  request: Request
  now: Temporal.Instant
}

/** The answer to a form that cannot be carried out: its problems, and what was typed. */
export type Refused = {
  intent: string
  problems: FormProblem[]
  typed: Record<string, string>
  /** Of a draft, beside the form: see `drafted`. */
  shown?: Record<string, string>
}

type Answer = Response | ReturnType<typeof refused> | ReturnType<typeof drafted>

type Handler = (press: Press) => Promise<Answer>

/** Exactly one handler for each act of each page. */
type Handlers = { [Pattern in OfficePattern]: { [Intent in ActOf<Pattern>]: Handler } }

const ONCE = /^[\w-]{16,64}$/

/**
 * The action of a page of the office. It reads the form once, asks permissions.ts whether this
 * member may do it, asks for the confirmation that the act needs, and makes a second sending of the
 * same form harmless. What remains for the page is one call into a module.
 */
export function officeAction<Pattern extends OfficePattern>(
  pattern: Pattern,
  handlers: Handlers[Pattern],
) {
  return async ({ request, context, params }: ActionFunctionArgs): Promise<Answer> => {
    const staff = staffOf(context)
    const sent = await readForm(request)
    if (!sent.ok) return refused(sent.problems, sent.cut)
    const { form } = sent
    const intent = textIn(form, 'intent')
    const acts: Record<string, Act> = findEntry(pattern)?.acts ?? {}
    const act = Object.hasOwn(acts, intent) ? acts[intent] : undefined
    const carryOut = (handlers as Record<string, Handler>)[intent]
    const once = textIn(form, 'once')
    if (!act || !carryOut || !ONCE.test(once)) throw notFound()
    if (!may(staff, act.needs)) {
      throw await stop(staff, { kind: 'not-allowed', needs: act.needs })
    }
    // A form that was sent before has spent its code: sent again, it must not ask for another.
    const known = await findAct({ once, staffId: staff.staffId, now: now() })
    if (known) return answerAgain(known, staff)
    const cards = takeOutCardNumbers(form)
    if (cards.length > 0) return refused(cards, form)
    await confirm(act.confirm, staff, form)

    const by = { kind: 'staff', staffId: staff.staffId } as const
    const seen = readCount(textIn(form, 'seen'))
    const named = params as Record<string, string>
    const press = { form, staff, by, params: named, seen, request, now: now() }
    return pressOnce(once, press, carryOut)
  }
}

/** A number of entries; undefined for what no page sends. Zero is a number: nothing had been changed. */
function readCount(typed: string): number | undefined {
  return /^\d{1,9}$/.test(typed) ? Number(typed) : undefined
}

/**
 * Card numbers must never reach us (PCI SAQ A), so an act with one in any field is refused, and the
 * field comes back empty. Nobody types a UUID, and one in 650 has digits that would pass for a card, so
 * the ids that a form sends are left out.
 */
function takeOutCardNumbers(form: FormData): FormProblem[] {
  const sentence = translation().messages.office.shell.cardNumber
  const fields = [...form].flatMap(([name, value]) => {
    const typed = typeof value === 'string' ? value.replaceAll(UUIDS, ',') : ''
    return maskCardNumbers(typed) === typed ? [] : [name]
  })
  for (const name of fields) form.set(name, '')
  return fields.map((fieldId) => ({ fieldId, sentence }))
}

/** The page again, with its problems and what was typed. */
export function refused(problems: FormProblem[], form: FormData) {
  return data({ intent: textIn(form, 'intent'), problems, typed: typedIn(form) }, 422)
}

type Draft = {
  /** Fields that are to have another value. */
  typed?: Record<string, string>
  /** Shown by the page beside the form. */
  shown?: Record<string, string>
}

/** The page again, with what was typed: nothing has been done yet. */
export function drafted(form: FormData, { typed, shown = {} }: Draft = {}) {
  const problems: FormProblem[] = []
  return data({
    intent: textIn(form, 'intent'),
    problems,
    typed: { ...typedIn(form), ...typed },
    shown,
  })
}

/** To the page that shows the result; by then the act is done, so a reload repeats nothing. */
export function done(path: string, locale = translation().locale): Response {
  return redirectDocument(localePath(locale, path), 303)
}

/**
 * Carries out an act unless its form has been sent before; then it leads to where the first sending
 * led. A refusal or a fault frees the form to be sent again.
 */
async function pressOnce(once: string, press: Press, carryOut: Handler): Promise<Answer> {
  const { staffId } = press.staff
  const claim = await claimAct({ once, staffId, now: press.now })
  if (claim.state !== 'new') return answerAgain(claim, press.staff)
  try {
    const answer = await carryOut(press)
    const address = answer instanceof Response && answer.headers.get('Location')
    await (address ? finishAct(once, address) : releaseAct(once))
    return answer
  } catch (error) {
    await releaseAct(once)
    throw error
  }
}

async function answerAgain(known: Known, staff: SignedIn): Promise<Answer> {
  if (known.state === 'done') return redirectDocument(known.answer, 303)
  throw await stop(staff, { kind: 'under-way' })
}

/**
 * Lets an act pass that needs no confirmation or has it. Otherwise the office asks for a code, with
 * the form kept, so that nothing has to be typed again.
 */
async function confirm(level: Level | undefined, staff: SignedIn, form: FormData): Promise<void> {
  if (!level) return
  const code = readCode(textIn(form, 'code'))
  const assertion = textIn(form, 'assertion')
  if (code === '' && assertion === '') {
    if (level === 'L1' && isConfirmed(staff)) return
    throw await stop(staff, askToConfirm(level, form))
  }
  const outcome = await verifyStepUp(staff, assertion ? { assertion } : { code }, now())
  if (outcome.ok) return
  if (outcome.reason === 'session-ended') throw done(paths.officeLogin())
  throw await stop(staff, askToConfirm(level, form, outcome.reason))
}

function askToConfirm(
  level: Level,
  form: FormData,
  problem?: 'code-wrong' | 'code-used' | 'passkey-refused',
): Stop {
  return { kind: 'confirm-first', level, fields: fieldsToKeep(form), ...(problem && { problem }) }
}
