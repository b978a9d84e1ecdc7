import { data, redirect } from 'react-router'

import { PageLink } from '#app/components/page-link.tsx'
import { notFound } from '#app/http/found.ts'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { readForm, textIn } from '#app/http/read-form.server.ts'
import { explain } from '#app/i18n/refusals.ts'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary, type FormProblem } from '#app/ui/error-summary.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { MAX_TYPED } from '#modules/enquiries/forms.ts'
import { replyToAnswer, type ReplyOutcome } from '#modules/enquiries/reply.server.ts'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { mayTry } from '#platform/limits/rate-limit.server.ts'
import { noteLink } from '#platform/limits/traces.server.ts'
import { localePath } from '#platform/locale.ts'

import type { Route } from './+types/page'
import styles from './enquiry.css?inline'
import { showThread, type Said } from './view.server.ts'

export const handle = { personal: true, styles } satisfies Handle

/** The limit for one address, as for the forms that begin a thread. */
const REPLIES = { name: 'enquiry-reply', tries: 10, seconds: 600, shared: true }

export const meta: Route.MetaFunction = () => [
  { title: tabTitle(translation().messages.enquiries.thread.title) },
]

/** A visitor with the link reads the thread, as in their mailbox; any other id is a 404. */
export async function loader({ params, url }: Route.LoaderArgs) {
  const thread = await showThread(params.id)
  if (!thread) {
    await noteLink('enquiry')
    throw notFound()
  }
  return { ...thread, isSent: url.searchParams.has('sent') }
}

export async function action({ params, request }: Route.ActionArgs) {
  const sent = await readForm(request)
  if (!sent.ok) return refuse(sent.problems, textIn(sent.cut, 'message'))
  const typed = textIn(sent.form, 'message')
  if (!(await mayTry(REPLIES))) {
    return refuse(atMessage(explainTries()), typed)
  }
  const outcome = await replyToAnswer({ threadId: params.id, text: typed, now: now() })
  if (outcome.ok) {
    const { locale } = translation()
    return redirect(`${localePath(locale, paths.enquiryThread(params.id))}?sent`, 303)
  }
  if (outcome.reason === 'no-such-thread') throw notFound()
  return refuse(atMessage(sentenceOf(outcome)), typed)
}

function refuse(problems: FormProblem[], typed: string) {
  return data({ problems, typed }, 422)
}

function atMessage(sentence: string): FormProblem[] {
  return [{ fieldId: 'message', sentence }]
}

function explainTries(): string {
  return explain(translation().messages.refusals, { ok: false, reason: 'too-many-tries' })
}

type Refusal = Exclude<ReplyOutcome, { ok: true } | { reason: 'no-such-thread' }>

function sentenceOf(refusal: Refusal): string {
  const { enquiries } = translation().messages
  const { thread } = enquiries
  switch (refusal.reason) {
    case 'too-long':
      return enquiries.tooLong(thread.reply, refusal.most, refusal.typed)
    case 'too-many-replies':
      return thread.tooManyReplies(refusal.most)
    case 'missing':
    case 'too-short':
    default:
      return enquiries.missing.message
  }
}

export default function Thread({ loaderData, actionData }: Route.ComponentProps) {
  const { thread } = translation().messages.enquiries
  const { reference, said, isSent } = loaderData
  return (
    <div className="wrap thread section-end">
      <PageHeader title={thread.title} intro={thread.intro(reference)} />
      {isSent && !actionData && (
        <Notice tone="positive">
          <p>{thread.sent}</p>
        </Notice>
      )}
      <ol>
        {said.map((message, place) => (
          <Message key={`${place} ${message.at}`} {...message} />
        ))}
      </ol>
      <ReplyForm answer={actionData} />
    </div>
  )
}

function Message({ isOurs, author, at, text }: Said) {
  return (
    <li className={isOurs ? 'card stack ours' : 'card stack'}>
      <p className="soft">
        <strong>{author}</strong>, {at}
      </p>
      <p className="said">{text}</p>
    </li>
  )
}

function ReplyForm({ answer }: { answer: Route.ComponentProps['actionData'] }) {
  const { common, enquiries } = translation().messages
  const problems = answer?.problems ?? []
  return (
    <form method="post" className="card stack" noValidate>
      <ErrorSummary title={common.errorSummary} problems={problems} />
      <TextArea
        label={enquiries.thread.reply}
        hint={enquiries.hints.message}
        name="message"
        rows={6}
        maxLength={MAX_TYPED}
        defaultValue={answer?.typed}
        error={problems[0]?.sentence}
        required
      />
      <p>
        <Button kind="action">{enquiries.thread.send}</Button>
      </p>
      <p className="hint">
        {enquiries.thread.kept}{' '}
        <PageLink to={`${paths.privacy()}#enquiries`}>{enquiries.privacy}</PageLink>
      </p>
    </form>
  )
}
