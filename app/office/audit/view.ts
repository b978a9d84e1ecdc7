/** A field that an act changed, before and after it. */
export type Change = { field: string; before: string; after: string }

export type ActRow = {
  auditId: string
  time: string
  dateTime: string
  who: string
  what: string
  subject: string
  /** The page of the subject, if it has one. */
  to?: string
  reason?: string
  /** The code of the rule's exception. */
  overrule?: string
  requestId?: string
  changes: Change[]
}

/** The filter as it stands in the form. */
export type FilterView = {
  who: string
  kind: string
  subject: string
  from: string
  until: string
  word: string
  isSet: boolean
}

export type AuditView = {
  filter: FilterView
  /** The address of this page with its filter, without its place in the list. */
  address: string
  csv: string
  people: { staffId: string; name: string }[]
  rows: ActRow[]
  newer: string | undefined
  older: string | undefined
}
