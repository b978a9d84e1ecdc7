import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { Choice } from '#app/ui/choice.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { FORMS, type EnquiryKind, type Form } from '#modules/enquiries/forms.ts'
import * as paths from '#paths'

import { EnquiryField } from './enquiry-field.tsx'
import type { EnquiryAnswer, FormView } from './view.ts'

type EnquiryFormProps = {
  kind: EnquiryKind
  form: FormView
  answer: EnquiryAnswer | undefined
  heading: string
}

/** One of the enquiry forms. After any error, all typed text is still there. */
export function EnquiryForm({ kind, form, answer, heading }: EnquiryFormProps) {
  const { common, enquiries } = translation().messages
  const isContact = kind === 'contact'
  return (
    <form
      className="card stack stack-large enquiry"
      id="enquiry"
      method="post"
      noValidate
      aria-labelledby="enquiry-heading"
    >
      <h2 id="enquiry-heading">{heading}</h2>
      <ErrorSummary title={common.errorSummary} problems={answer?.problems ?? []} />
      {FORMS[kind].map((group) => (
        <fieldset key={group.group} className="enquiry-group">
          <legend>{legendOf(kind, group.group)}</legend>
          {group.fields.map((field) => (
            <EnquiryField key={field.name} kind={kind} field={field} form={form} answer={answer} />
          ))}
        </fieldset>
      ))}
      <ForPrograms form={form} answer={answer} />
      {answer?.asksForPerson && (
        <Choice framed type="checkbox" id="person" name="person" value="yes">
          {enquiries.person}
        </Choice>
      )}
      <div className="stack">
        <Button kind="action" id="send">
          {isContact ? enquiries.send : enquiries.ask}
        </Button>
        <p className="hint">
          {enquiries.afterSending}{' '}
          <PageLink to={`${paths.privacy()}#enquiries`}>{enquiries.privacy}</PageLink>
        </p>
      </div>
    </form>
  )
}

function legendOf(kind: EnquiryKind, group: Form[number]['group']): string {
  const { enquiries } = translation().messages
  if (kind === 'school-service' && group === 'journey') return enquiries.schoolGroup
  if (kind === 'airline-crew-transport' && group === 'journey') return enquiries.crewGroup
  if (kind !== 'contact' && group === 'message') return enquiries.notesGroup
  return enquiries.groups[group]
}

/** A hidden field that only programs fill in, and the time at which the form was shown. */
function ForPrograms({ form, answer }: Pick<EnquiryFormProps, 'form' | 'answer'>) {
  const { enquiries } = translation().messages
  return (
    <>
      <input type="hidden" name="stamp" value={answer?.stamp || form.stamp} />
      {answer?.emailAsked && <input type="hidden" name="email-asked" value={answer.emailAsked} />}
      <div className="visually-hidden" aria-hidden="true">
        <label>
          {enquiries.hidden}
          <input
            name="website"
            tabIndex={-1}
            autoComplete="off"
            defaultValue={answer?.typed.website ?? ''}
          />
        </label>
      </div>
    </>
  )
}
