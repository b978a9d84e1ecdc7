import { ActForm } from '#app/components/office/act-form.tsx'
import { useMay } from '#app/components/office/office-view.ts'
import { translation } from '#app/i18n/translation.ts'
import type { Refused } from '#app/office/act.server.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField, TextArea } from '#app/ui/field.tsx'
import { MAX_TYPED } from '#modules/enquiries/forms.ts'

import type { EnquiryView } from './view.server.ts'

type ActsProps = { enquiry: EnquiryView; refused: Refused | undefined }

/** The acts on an enquiry. A form that was refused still has what was typed. */
export function Acts({ enquiry, refused }: ActsProps) {
  const { inbox } = translation().messages.office
  const { seen, state, isToDo } = enquiry
  if (!useMay()('enquiries.answer')) return null
  return (
    <div className="stack">
      {state !== 'closed' && <AnswerForm enquiry={enquiry} refused={refused} />}
      <div className="row">
        {isToDo && (
          <ActForm intent="assign" seen={seen} id="assign">
            <Button>{inbox.assign}</Button>
          </ActForm>
        )}
        {!isToDo && (
          <ActForm intent="reopen" seen={seen} id="reopen">
            <Button>{inbox.reopen}</Button>
          </ActForm>
        )}
      </div>
      <Folded intent="note" label={inbox.note} hint={inbox.noteHint} refused={refused}>
        {inbox.addNote}
      </Folded>
      {isToDo && (
        <Folded intent="close" seen={seen} label={inbox.why} hint={inbox.whyHint} refused={refused}>
          {inbox.close}
        </Folded>
      )}
    </div>
  )
}

function AnswerForm({ enquiry, refused }: ActsProps) {
  const { inbox } = translation().messages.office
  const { seen, language, writer, ready } = enquiry
  const mine = refused?.intent === 'answer' ? refused : undefined
  return (
    <ActForm intent="answer" seen={seen} className="card stack">
      <TextArea
        label={inbox.answer}
        hint={inbox.answerHint(writer, language.name)}
        id="answer"
        name="message"
        lang={language.code}
        rows={8}
        maxLength={MAX_TYPED}
        defaultValue={mine?.typed['message']}
        error={mine?.problems[0]?.sentence}
      />
      <div className="row ready">
        <SelectField label={inbox.ready} name="ready" defaultValue={mine?.typed['ready']}>
          {ready.map((sentence) => (
            <option key={sentence} value={sentence}>
              {inbox.readySentences[sentence]}
            </option>
          ))}
        </SelectField>
        <Button name="step" value="insert" formAction="#answer">
          {inbox.insert}
        </Button>
        <Button name="step" value="preview" formAction="#answer">
          {inbox.preview}
        </Button>
      </div>
      {mine?.shown && 'subject' in mine.shown && (
        <Preview mail={mine.shown as MailPreview} language={language.code} />
      )}
      <div className="row">
        <Button kind="action" name="settles" value="yes">
          {inbox.sendAndClose}
        </Button>
        <Button name="settles" value="no">
          {inbox.sendAndWait}
        </Button>
      </div>
    </ActForm>
  )
}

type MailPreview = { subject: string; settled: string; asking: string }

/** The mail as the writer will read it, and the other one if the writer is to reply. */
function Preview({ mail, language }: { mail: MailPreview; language: string }) {
  const { inbox } = translation().messages.office
  const { subject, settled, asking } = mail
  return (
    <section className="stack preview" aria-label={inbox.preview}>
      <p>
        <strong lang={language}>{subject}</strong>
      </p>
      <pre className="said" lang={language}>
        {settled}
      </pre>
      <details>
        <summary>{inbox.previewOf(inbox.sendAndWait)}</summary>
        <pre className="said" lang={language}>
          {asking}
        </pre>
      </details>
    </section>
  )
}

type FoldedProps = {
  intent: 'note' | 'close'
  seen?: number
  label: string
  hint: string
  refused: Refused | undefined
  /** On the fold and on the button. */
  children: string
}

function Folded({ intent, seen, label, hint, refused, children }: FoldedProps) {
  const mine = refused?.intent === intent ? refused : undefined
  return (
    <details open={mine !== undefined}>
      <summary>{children}</summary>
      <ActForm intent={intent} className="card stack" {...(seen !== undefined && { seen })}>
        <TextArea
          label={label}
          hint={hint}
          id={intent === 'note' ? 'note' : 'why'}
          name="message"
          rows={3}
          maxLength={MAX_TYPED}
          defaultValue={mine?.typed['message']}
          error={mine?.problems[0]?.sentence}
        />
        <div className="row">
          <Button>{children}</Button>
        </div>
      </ActForm>
    </details>
  )
}
