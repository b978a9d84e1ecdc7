/**
 * The answers to many presses at the same moment. A busy site asks some of them to try again, and
 * has done nothing for these: they press again afterwards, one after the other.
 */
export async function pressAtOnce<Answer extends { status: number }>(
  presses: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const answers: Answer[] = await Promise.all(presses.map(async (press) => press()))
  for (const [place, press] of presses.entries()) {
    if (answers[place]?.status === 503) answers[place] = await press()
  }
  return answers
}
