import type { FormProblem } from '#app/ui/error-summary.tsx'

/** What a form is handed when it is shown first. */
export type FormView = {
  /** Says when it was shown: see modules/enquiries/form-stamp.server.ts. */
  stamp: string
  /** The first and last date that can be asked for, in ISO form. */
  today: string
  lastDate: string
  /** Values that a link into the form has chosen already. */
  chosen: Readonly<Record<string, string>>
}

/** A form that came back: what is wrong with it, and everything that was typed. */
export type EnquiryAnswer = {
  problems: FormProblem[]
  typed: Readonly<Record<string, string>>
  stamp: string
  /** An address that looked mistyped; sent again unchanged, it is believed. */
  emailAsked: string | null
  asksForPerson: boolean
}

/** What is said to who has just sent a form, all in words. */
export type ReceiptView = {
  reference: string
  received: string
  isComplaint: boolean
  isService: boolean
  firstAnswerBy: string
  finalAnswerBy: string
  hasMailbox: boolean
}
