import type { FormProblem } from '#app/ui/error-summary.tsx'

/** The data for a new form. */
export type FormView = {
  /** The time at which it was shown, signed: see modules/enquiries/form-stamp.server.ts. */
  stamp: string
  /** The first and last date that can be entered, in ISO form. */
  today: string
  lastDate: string
  /** Values that the link to the form has preset. */
  chosen: Readonly<Record<string, string>>
}

/** A form that was returned: its problems, and all typed text. */
export type EnquiryAnswer = {
  problems: FormProblem[]
  typed: Readonly<Record<string, string>>
  stamp: string
  /** An address that looked mistyped; sent again unchanged, it is accepted. */
  emailAsked: string | null
  asksForPerson: boolean
}

/** The text shown after a form was sent. */
export type ReceiptView = {
  reference: string
  received: string
  isComplaint: boolean
  isService: boolean
  firstAnswerBy: string
  finalAnswerBy: string
  hasMailbox: boolean
}
