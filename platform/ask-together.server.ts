/**
 * One question at a time, for all who ask it. Whoever asks while one is under way is answered by the
 * next, so that no answer is older than the asking.
 */
export function askTogether<Asked, Answer>(
  ask: (all: readonly Asked[]) => Promise<Answer>,
): (asked: Asked) => Promise<Answer> {
  let isAsking = false
  let waiting: { all: Asked[]; answer: PromiseWithResolvers<Answer> } | undefined

  const askNext = async () => {
    isAsking = true
    while (waiting) {
      const { all, answer } = waiting
      waiting = undefined
      await ask(all).then(answer.resolve, answer.reject)
    }
    isAsking = false
  }

  return (asked) => {
    waiting ??= { all: [], answer: Promise.withResolvers<Answer>() }
    waiting.all.push(asked)
    const { promise } = waiting.answer
    if (!isAsking) void askNext()
    return promise
  }
}
