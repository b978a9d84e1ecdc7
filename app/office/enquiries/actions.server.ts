import { found, notFound } from '#app/http/found.ts'
import { textIn } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { done, drafted, refused, type Press } from '#app/office/act.server.ts'
import {
  addNote,
  checkAnswer,
  closeEnquiry,
  reopenEnquiry,
  sendAnswer,
  takeEnquiry,
  type EnquiryOutcome,
} from '#modules/enquiries/answer.server.ts'
import { previewAnswer } from '#modules/enquiries/enquiry-letters.server.ts'
import { findEnquiry } from '#modules/enquiries/inbox.server.ts'
import { findToLink, linkBooking, unlinkBooking } from '#modules/enquiries/link-booking.server.ts'
import { findReadySentence } from '#modules/enquiries/ready-sentences.server.ts'
import * as paths from '#paths'
import { dateAndTime } from '#platform/format/moments.ts'

import { namesOf } from './words.server.ts'

/**
 * Sends the answer; the button says whether it settles the matter. Two more buttons send nothing yet:
 * they put a ready sentence below the text, or show the mail.
 */
export async function answer(press: Press) {
  const step = textIn(press.form, 'step')
  if (step === 'insert') return insert(press)
  if (step === 'preview') return preview(press)
  const settles = textIn(press.form, 'settles') === 'yes'
  return carryOut(press, 'answer', (act) => sendAnswer({ ...act, settles }))
}

async function insert({ form, params }: Press) {
  const enquiry = found(await findEnquiry(params['reference'] ?? ''))
  const ready = findReadySentence(textIn(form, 'ready'), enquiry)
  const text = textIn(form, 'message').trimEnd()
  return drafted(form, { typed: { message: [text, ready].filter(Boolean).join('\n\n') } })
}

/** An answer that could not be sent is refused here already. */
async function preview({ form, params }: Press) {
  const text = textIn(form, 'message')
  const problem = checkAnswer(text)
  if (problem) return refused([{ fieldId: 'answer', sentence: await sentenceOf(problem) }], form)
  const enquiry = found(await findEnquiry(params['reference'] ?? ''))
  return drafted(form, { shown: previewAnswer({ ...enquiry, text }) })
}

export function note(press: Press) {
  return carryOut(press, 'note', addNote)
}

export function close(press: Press) {
  return carryOut(press, 'why', ({ text, ...act }) => closeEnquiry({ ...act, why: text }))
}

export function assign(press: Press) {
  return carryOut(press, 'assign', takeEnquiry)
}

export function reopen(press: Press) {
  return carryOut(press, 'reopen', reopenEnquiry)
}

/** Shows who bought the booking, beside who wrote, before it is linked. */
export async function link(press: Press) {
  const { form, params } = press
  const booking = textIn(form, 'checked')
  if (booking) return carryOut(press, 'booking', (act) => linkBooking({ ...act, booking }))
  const enquiry = found(await findEnquiry(params['reference'] ?? ''))
  const { writer: name, email } = enquiry
  const order = await findToLink(textIn(form, 'booking'), { name, email })
  if (order) {
    const { reference, agreement } = order
    return drafted(form, { shown: { reference, name: order.name, email: order.email, agreement } })
  }
  const sentence = await sentenceOf({ ok: false, reason: 'no-such-booking' })
  return refused([{ fieldId: 'booking', sentence }], form)
}

export function unlink(press: Press) {
  return carryOut(press, 'unlink', unlinkBooking)
}

type Act = Pick<Press, 'by' | 'now' | 'seen'> & { reference: string; text: string }

async function carryOut(press: Press, fieldId: string, act: (act: Act) => Promise<EnquiryOutcome>) {
  const { form, by, now, seen, params } = press
  const reference = params['reference'] ?? ''
  const outcome = await act({ reference, text: textIn(form, 'message'), by, now, seen })
  if (outcome.ok) return done(paths.officeEnquiry(reference))
  if (outcome.reason === 'no-such-enquiry') throw notFound()
  return refused([{ fieldId, sentence: await sentenceOf(outcome) }], form)
}

type Refusal = Exclude<EnquiryOutcome, { ok: true } | { reason: 'no-such-enquiry' }>

async function sentenceOf(refusal: Refusal): Promise<string> {
  const { locale, messages } = translation()
  const { refusals, states, did } = messages.office.inbox
  switch (refusal.reason) {
    case 'changed-meanwhile': {
      const newest = refusal.entries.at(-1)
      const nameOf = await namesOf([newest?.actor ?? null])
      const isWriter = newest?.actor === 'traveller'
      const name = isWriter ? did.writer : nameOf(newest?.actor ?? null)
      return refusals.changed(name, newest ? dateAndTime(newest.enteredAt, locale) : '')
    }
    case 'not-in-this-state':
      return refusals.state(states[refusal.state])
    case 'no-such-booking':
      return refusals.noBooking
    case 'too-short':
      return refusals.tooShort(refusal.least)
    case 'too-long':
      return refusals.tooLong(refusal.most, refusal.typed)
    case 'missing':
    default:
      return refusals.missing
  }
}
