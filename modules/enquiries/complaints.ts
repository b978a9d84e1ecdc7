import { FINAL_ANSWER_MONTHS, FIRST_ANSWER_MONTHS } from '#modules/rules/rules.ts'
import { dateInCyprus } from '#platform/time.ts'

/*
 * Regulation (EU) 181/2011, article 27: a passenger complains within three months of the journey;
 * the carrier says within one month where it stands, and within three what it has decided.
 */

/** The last dates on which a complaint that came at this moment is answered, both counted from then. */
export function complaintDeadlines(receivedAt: Temporal.Instant) {
  const received = dateInCyprus(receivedAt)
  return {
    firstAnswerBy: received.add({ months: FIRST_ANSWER_MONTHS }),
    finalAnswerBy: received.add({ months: FINAL_ANSWER_MONTHS }),
  }
}
