import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'

type Ask<Asked, Answer> = (all: readonly Asked[]) => Promise<Answer>
/** The milliseconds between an answer and the next question. */
type Rest<Answer> = (answer: Answer) => number

/**
 * One question at a time, for all who ask it. A caller who asks while one is under way is answered
 * by the next, so that no answer is older than its question. It is asked outside of any request,
 * since several share it, and after all that arrived together have joined.
 */
export function askTogether<Asked, Answer>(
  ask: Ask<Asked, Answer>,
  { rest, whenIdle }: { rest?: Rest<Answer> | undefined; whenIdle?: () => void } = {},
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
      const milliseconds = await ask(all).then((given) => {
        answer.resolve(given)
        return rest?.(given)
      }, answer.reject)
      if (milliseconds) await pause(milliseconds, undefined, { ref: false })
    }
    isAsking = false
    whenIdle?.()
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
  ask: Ask<Asked, Answer>,
  rest?: Rest<Answer>,
): (key: string, asked: Asked) => Promise<Answer> {
  const lines = new Map<string, (asked: Asked) => Promise<Answer>>()
  return (key, asked) => {
    const whenIdle = () => lines.delete(key)
    const line = lines.get(key) ?? askTogether(ask, { rest, whenIdle })
    lines.set(key, line)
    return line(asked)
  }
}
