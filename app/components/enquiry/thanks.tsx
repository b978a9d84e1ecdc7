import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Facts } from '#app/ui/parts.tsx'
import * as paths from '#paths'

import type { ReceiptView } from './view.ts'

/** The page after sending a form: the reference, and the next steps with their times. */
export function Thanks({ receipt }: { receipt: ReceiptView }) {
  const { thanks } = translation().messages.enquiries
  const { reference, received, isComplaint, isService, firstAnswerBy, finalAnswerBy } = receipt
  const deadlines = [
    { name: thanks.firstAnswer, value: firstAnswerBy },
    { name: thanks.finalAnswer, value: finalAnswerBy },
  ]
  const answer = isService ? thanks.service : thanks.message
  return (
    <Notice tone="positive" id="thanks">
      <div className="stack thanks">
        <h2>{isComplaint ? thanks.complaintTitle : thanks.title}</h2>
        <Facts
          facts={[
            { name: thanks.reference, value: <strong className="reference">{reference}</strong> },
            { name: thanks.received, value: received },
            ...(isComplaint ? deadlines : []),
          ]}
        />
        <p>{isComplaint ? thanks.complaint : answer}</p>
        <p>{thanks.keep}</p>
        <p className="row">
          {isComplaint && <PageLink to={paths.passengerRights()}>{thanks.rights}</PageLink>}
          {receipt.hasMailbox && <PageLink to={paths.mailbox()}>{thanks.mailbox}</PageLink>}
        </p>
      </div>
    </Notice>
  )
}

/**
 * The title of the page after sending: a screen reader announces at once that the form was sent.
 */
export function thanked<Text extends { title: string }>(text: Text): Text {
  return { ...text, title: `${translation().messages.enquiries.thanks.title} · ${text.title}` }
}
