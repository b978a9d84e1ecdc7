/**
 * The one who acts, as it is handed down from page, job and command line to the audit: always as
 * `by: Actor`, so that nothing below asks who is signed in.
 */
export type Actor =
  /** The traveller whose booking or account it is, or who opened its link. */
  | { kind: 'traveller' }
  /** A person of the company at the command line, by the name given there. */
  | { kind: 'admin'; name: string }
  /** What replaces the timetable: the seed at the first start, or a feed at the command line. */
  | { kind: 'import'; name: 'start' | 'console' }
  /** The program itself, on its own and by the clock. */
  | { kind: 'job'; name: JobActor }

/** What of the program acts; each is a word that a reader of the audit can look up. */
export type JobActor =
  | 'attach-orders'
  | 'forget-travellers'
  | 'reconcile'
  | 'refund-holders'
  | 'replay-erasures'

export const TRAVELLER: Actor = { kind: 'traveller' }

/**
 * How the audit spells an actor: "traveller", "admin:maria", "job:reconcile". Rows of before say
 * "desk:maria" for a person, and "system", "reconcile", "start" or "console" for the program.
 */
export function actorText(by: Actor): string {
  return by.kind === 'traveller' ? by.kind : `${by.kind}:${by.name}`
}

/** Where an act comes from, as changes and refunds keep it: people of the company are all one. */
export function originOf(by: Actor): 'traveller' | 'staff' | 'system' {
  if (by.kind === 'traveller') return 'traveller'
  return by.kind === 'admin' ? 'staff' : 'system'
}
