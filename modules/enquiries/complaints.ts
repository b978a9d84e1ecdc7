import { FINAL_ANSWER_MONTHS, FIRST_ANSWER_MONTHS } from '#modules/rules/rules.ts'
import { dateInCyprus } from '#platform/time.ts'

/*
 * Regulation (EU) 181/2011, article 27: a passenger complains within three months of the journey;
 * the carrier gives a first answer within one month, and a decision within three.
 */

/** Last dates for the two answers to a complaint, both counted from its arrival. */
export function complaintDeadlines(receivedAt: Temporal.Instant) {
  const received = dateInCyprus(receivedAt)
  return {
    firstAnswerBy: received.add({ months: FIRST_ANSWER_MONTHS }),
    finalAnswerBy: received.add({ months: FINAL_ANSWER_MONTHS }),
  }
}
