import { dateInCyprus } from '#platform/time.ts'

/*
 * Regulation (EU) 181/2011, article 27: a passenger complains within three months of the journey;
 * the carrier says within one month where it stands, and within three what it has decided.
 */
export const COMPLAIN_WITHIN_MONTHS = 3
export const FIRST_ANSWER_MONTHS = 1
export const FINAL_ANSWER_MONTHS = 3

/** The last dates on which a complaint that came at this moment is answered, both counted from then. */
export function complaintDeadlines(receivedAt: Temporal.Instant) {
  const received = dateInCyprus(receivedAt)
  return {
    firstAnswerBy: received.add({ months: FIRST_ANSWER_MONTHS }),
    finalAnswerBy: received.add({ months: FINAL_ANSWER_MONTHS }),
  }
}
