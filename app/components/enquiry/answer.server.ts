import { data, redirect } from 'react-router'

import { readForm, textIn, typedIn } from '#app/http/read-form.server.ts'
import { hasMailbox, identifyVisitor } from '#app/http/visitor-key.server.ts'
import { translation } from '#app/i18n/translation.ts'
import type { FormProblem } from '#app/ui/error-summary.tsx'
import { checkFields, MAX_YEARS_AHEAD, readFields } from '#modules/enquiries/check-fields.ts'
import { complaintDeadlines } from '#modules/enquiries/complaints.ts'
import { findEnquiryReceipt } from '#modules/enquiries/find-receipt.server.ts'
import { secondsSince, stampForm } from '#modules/enquiries/form-stamp.server.ts'
import { isTopic, type EnquiryKind } from '#modules/enquiries/forms.ts'
import { receiveEnquiry } from '#modules/enquiries/receive-enquiry.server.ts'
import { suspicionsOf } from '#modules/enquiries/suspicion.ts'
import { company } from '#operator'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { dayMonthYear } from '#platform/format/dates.ts'
import { dateAndTime } from '#platform/format/moments.ts'
import { mayTry } from '#platform/limits/rate-limit.server.ts'
import { localePath } from '#platform/locale.ts'
import { log } from '#platform/log.server.ts'
import { requestId } from '#platform/requests/request-id.server.ts'
import { guessEmail } from '#platform/text/email.ts'
import { dateInCyprus } from '#platform/time.ts'

import { sentenceOf } from './sentences.server.ts'
import type { EnquiryAnswer, FormView, ReceiptView } from './view.ts'

/** The limit for one address; the guests of a hotel share one. */
const SENDINGS = { name: 'enquiry', tries: 10, seconds: 600, shared: true }

/** The data of a page with a form, or the receipt for an enquiry that was just sent. */
export async function prepareForm(kind: EnquiryKind, url: URL) {
  const moment = now()
  const today = dateInCyprus(moment)
  const topic = url.searchParams.get('topic') ?? ''
  const form: FormView = {
    stamp: await stampForm(kind, moment),
    today: today.toString(),
    lastDate: today.add({ years: MAX_YEARS_AHEAD }).toString(),
    chosen: isTopic(topic) ? { topic } : {},
  }
  const receipt = await findReceipt(kind, url.searchParams.get('sent') ?? '')
  return { form, receipt }
}

async function findReceipt(kind: EnquiryKind, reference: string): Promise<ReceiptView | null> {
  const receipt = await findEnquiryReceipt(reference)
  if (receipt?.kind !== kind) return null
  const { locale } = translation()
  const { firstAnswerBy, finalAnswerBy } = complaintDeadlines(receipt.receivedAt)
  return {
    reference: receipt.reference,
    received: dateAndTime(receipt.receivedAt, locale),
    isComplaint: receipt.topic === 'complaint',
    isService: kind !== 'contact',
    firstAnswerBy: dayMonthYear(firstAnswerBy, locale),
    finalAnswerBy: dayMonthYear(finalAnswerBy, locale),
    hasMailbox: hasMailbox(),
  }
}

/**
 * Handles a submitted form. An invalid one is returned in full with all its problems; one that
 * looks automated is returned with one more question, and accepted once that is answered; one that
 * could not be stored is returned to be sent again.
 */
export async function answerEnquiry(request: Request, kind: EnquiryKind) {
  const sent = await readForm(request)
  if (!sent.ok) return comeBack(sent.cut, { problems: sent.problems })
  const { form } = sent
  const moment = now()
  const { locale, messages } = translation()
  const fields = readFields(kind, (name) => textIn(form, name))
  const problems = checkFields(kind, fields, dateInCyprus(moment))
  if (problems.length > 0) {
    return comeBack(form, { problems: problems.map((problem) => sentenceOf(kind, problem)) })
  }

  const { email = '' } = fields
  const meant = guessEmail(email)
  if (meant && textIn(form, 'email-asked') !== email) {
    const sentence = messages.enquiries.didYouMean(meant)
    return comeBack(form, { problems: [{ fieldId: 'email', sentence }], emailAsked: email })
  }

  const suspicions = suspicionsOf({
    hidden: textIn(form, 'website'),
    secondsOpen: await secondsSince(kind, textIn(form, 'stamp'), moment),
    text: Object.values(fields).join('\n'),
  })
  if (suspicions.length > 0 && textIn(form, 'person') !== 'yes') {
    const problem = { fieldId: 'person', sentence: messages.enquiries.personAsked }
    return comeBack(form, { problems: [problem], asksForPerson: true })
  }
  if (!(await mayTry(SENDINGS))) {
    const sentence = messages.refusals['too-many-tries']({ ok: false, reason: 'too-many-tries' })
    return comeBack(form, { problems: [{ fieldId: 'send', sentence }] })
  }

  const { visitor, headers } = identifyVisitor(request)
  const enquiry = { kind, fields, suspicions, locale, visitor, now: moment }
  const kept = await receiveEnquiry(enquiry).catch(noteFault)
  if (!kept) {
    const { hours, phone } = company()
    const sentence = messages.enquiries.notKept(phone, hours.from, hours.until)
    return comeBack(form, { problems: [{ fieldId: 'send', sentence }], status: 503 })
  }
  const path = localePath(locale, kind === 'contact' ? paths.contact() : paths.service(kind))
  return redirect(`${path}?sent=${kept.reference}`, { status: 303, headers })
}

/** A fault of ours must not lose the visitor's text. */
function noteFault(error: unknown): undefined {
  log.error({ err: error, requestId: requestId() }, 'An enquiry was not kept')
}

type ComingBack = {
  problems: FormProblem[]
  emailAsked?: string
  asksForPerson?: boolean
  status?: 422 | 503
}

function comeBack(form: FormData, more: ComingBack) {
  const { problems, emailAsked, asksForPerson, status = 422 } = more
  const answer: EnquiryAnswer = {
    problems,
    typed: typedIn(form),
    stamp: textIn(form, 'stamp'),
    emailAsked: emailAsked ?? (textIn(form, 'email-asked') || null),
    asksForPerson: asksForPerson ?? form.has('person'),
  }
  return data(answer, status)
}
