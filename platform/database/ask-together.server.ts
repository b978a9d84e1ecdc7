import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * One question at a time, for all who ask it. Whoever asks while one is under way is answered by the
 * next, so that no answer is older than the asking. It is asked outside of any request, since several
 * share it, and after all that arrived together have joined.
 */
export function askTogether<Asked, Answer>(
  ask: (all: readonly Asked[]) => Promise<Answer>,
): (asked: Asked) => Promise<Answer> {
  const outside = AsyncLocalStorage.snapshot()
  let isAsking = false
  let waiting: { all: Asked[]; answer: PromiseWithResolvers<Answer> } | undefined

  const askNext = async () => {
    isAsking = true
    await nextTurn()
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
    if (!isAsking) void outside(askNext)
    return promise
  }
}

/** The same with a question of its own for every key: questions of different keys do not wait for each other. */
export function askTogetherByKey<Asked, Answer>(
  ask: (all: readonly Asked[]) => Promise<Answer>,
): (key: string, asked: Asked) => Promise<Answer> {
  const lines = new Map<string, { ask: (asked: Asked) => Promise<Answer>; waiting: number }>()
  return async (key, asked) => {
    const line = lines.get(key) ?? { ask: askTogether(ask), waiting: 0 }
    lines.set(key, line)
    line.waiting += 1
    try {
      return await line.ask(asked)
    } finally {
      line.waiting -= 1
      if (line.waiting === 0) lines.delete(key)
    }
  }
}
