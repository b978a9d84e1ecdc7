/**
 * The actor of a change. Page, job and command line pass it down to the audit, always as
 * `by: Actor`, so that no function below looks up who is signed in.
 */
export type Actor =
  /** The traveller who owns the booking or account, or has its link. */
  | { kind: 'traveller' }
  /** A member of staff who is signed in to the office. */
  | { kind: 'staff'; staffId: string }
  /** A member of staff at the command line, by the name given there. */
  | { kind: 'admin'; name: string }
  /** A replacement of the timetable: the seed at the first start, or a feed at the command line. */
  | { kind: 'import'; name: 'start' | 'console' }
  /** A job of the program, run on a schedule. */
  | { kind: 'job'; name: JobActor }

/** A member of staff who is signed in to the office. */
export type Member = Extract<Actor, { kind: 'staff' }>

/** The jobs that act by themselves; a reader of the audit can look up each name. */
export type JobActor =
  | 'attach-orders'
  | 'decide-choices'
  | 'erase-person'
  | 'fit-capacity'
  | 'fit-vehicle'
  | 'forget-travellers'
  | 'reconcile'
  | 'refund-holders'
  | 'replay-erasures'
  | 'report-settlement'
  | 'tell-news'
  | 'tell-stops'

/** The second half of an actor's text, if it is no person. */
export type Program = JobActor | Extract<Actor, { kind: 'import' }>['name']

export const TRAVELLER: Actor = { kind: 'traveller' }

/**
 * An actor as text in the audit: "traveller", "staff:<id>", "admin:maria", "job:reconcile". Older rows contain
 * "desk:maria" for a person, and "system", "reconcile", "start" or "console" for the program.
 */
export function actorText(by: Actor): string {
  if (by.kind === 'traveller') return by.kind
  return `${by.kind}:${by.kind === 'staff' ? by.staffId : by.name}`
}

/** The origin of a change or refund as stored with it; all members of staff are one origin. */
export function originOf(by: Actor): 'traveller' | 'staff' | 'system' {
  if (by.kind === 'traveller') return 'traveller'
  return by.kind === 'staff' || by.kind === 'admin' ? 'staff' : 'system'
}
