/** What may become of an order after it was bought, and by whose wish. */
export type ChangeKind =
  | 'cancelled'
  | 'amended'
  | 'corrected'
  | 'missed'
  | 'wheelchair'
  | 'contact'
  | 'company-moved'
  | 'company-refunded'
