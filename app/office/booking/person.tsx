import { ActButton, ActForm } from '#app/components/office/act-form.tsx'
import { PageLink } from '#app/components/page-link.tsx'
import { found } from '#app/http/found.ts'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { textIn } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { done, officeAction, refused } from '#app/office/act.server.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { eraseGuest } from '#modules/accounts/erase-person.server.ts'
import { EXPORT_MINUTES, recordExport } from '#modules/accounts/export-for-staff.server.ts'
import { findOrderOf } from '#modules/support/find-booking.server.ts'
import * as paths from '#paths'

import type { Route } from './+types/person'

/** Fewest characters that say how a person proved an address to be theirs. */
const MIN_PROOF_LENGTH = 10

export const handle = { shell: 'office' } satisfies Handle

export const meta = ({ params }: Route.MetaArgs) => [
  { title: tabTitle(sentencesOf().title(params.reference ?? '')) },
]

function sentencesOf() {
  return translation().messages.office.booking.person
}

export async function loader({ params }: Route.LoaderArgs) {
  const { reference, contactEmail } = found(await findOrderOf(params.reference ?? ''))
  return { reference, email: contactEmail }
}

export const action = officeAction('/office/bookings/:reference/person', {
  async erase({ form, by, params, now }) {
    const { reference, contactEmail } = found(await findOrderOf(params.reference ?? ''))
    const email = found(contactEmail)
    const reason = textIn(form, 'proof-erase').trim()
    if (reason.length < MIN_PROOF_LENGTH) return refused([proofMissing('proof-erase')], form)
    const outcome = await eraseGuest({ email, by, reason, now })
    if (outcome.ok) return done(paths.officeBooking(reference))
    const sentence = sentencesOf().refusals[outcome.reason]
    return refused([{ fieldId: 'proof-erase', sentence }], form)
  },
  async export({ form, by, params, now }) {
    const { reference, contactEmail } = found(await findOrderOf(params.reference ?? ''))
    const reason = textIn(form, 'proof-export').trim()
    if (reason.length < MIN_PROOF_LENGTH) return refused([proofMissing('proof-export')], form)
    await recordExport({ email: found(contactEmail), by, reason, now })
    return done(paths.officePersonData(reference))
  },
})

function proofMissing(fieldId: string) {
  return { fieldId, sentence: sentencesOf().proofMissing }
}

export default function Person({ loaderData, actionData }: Route.ComponentProps) {
  const { messages } = translation()
  const sentences = sentencesOf()
  const { reference, email } = loaderData
  const problems = actionData?.problems ?? []
  return (
    <div className="stack stack-large">
      <h1>{sentences.title(reference)}</h1>
      <ErrorSummary title={messages.common.errorSummary} problems={problems} />
      <p>{email ? sentences.intro(email) : sentences.nobody}</p>
      {email && (
        <>
          <section className="card stack" aria-labelledby="export">
            <h2 id="export">{sentences.export}</h2>
            <p>{sentences.exportAdvice(EXPORT_MINUTES)}</p>
            <ActForm intent="export" confirm="L2" className="stack">
              <Proof name="proof-export" answer={actionData} />
              <ActButton>{sentences.exportSubmit}</ActButton>
            </ActForm>
          </section>
          <section className="card stack" aria-labelledby="erase">
            <h2 id="erase">{sentences.erase}</h2>
            <p>{sentences.eraseAdvice}</p>
            <ActForm intent="erase" confirm="L2" className="stack">
              <Proof name="proof-erase" answer={actionData} />
              <ActButton>{sentences.eraseSubmit}</ActButton>
            </ActForm>
          </section>
        </>
      )}
      <p>
        <PageLink to={paths.officeBooking(reference)}>
          {messages.office.booking.contactPage.back}
        </PageLink>
      </p>
    </div>
  )
}

type ProofProps = { name: string; answer: Route.ComponentProps['actionData'] }

/** How the person proved the address to be theirs: the reason that the audit keeps. */
function Proof({ name, answer }: ProofProps) {
  const sentences = sentencesOf()
  return (
    <TextArea
      name={name}
      label={sentences.proof}
      hint={sentences.proofHint}
      rows={2}
      maxLength={500}
      defaultValue={answer?.typed[name] ?? ''}
      error={answer?.problems.find(({ fieldId }) => fieldId === name)?.sentence}
      required
    />
  )
}
