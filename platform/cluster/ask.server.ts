import cluster, { type Worker } from 'node:cluster'

import type { Report } from './messages.ts'
import { send } from './primary.server.ts'

/** Questions of the primary, each with the report that answers it. */
const ANSWERS = { 'tell-metrics': 'metrics', 'tell-work': 'worked' } as const

export type Question = keyof typeof ANSWERS
type AnswerTo<Asked extends Question> = Extract<Report, { report: (typeof ANSWERS)[Asked] }>

let lastNumber = 0
const waiting = new Map<number, (told: Report) => void>()

/** The answer of a process that serves pages; undefined if none comes in so many milliseconds. */
export function ask<Asked extends Question>(
  worker: Worker,
  question: Asked,
  milliseconds: number,
): Promise<AnswerTo<Asked> | undefined> {
  if (lastNumber === 0) cluster.on('message', hear)
  const { promise, resolve } = Promise.withResolvers<AnswerTo<Asked> | undefined>()
  const number = ++lastNumber
  const timer = setTimeout(() => resolve(undefined), milliseconds)
  const isAnswer = (told: Report): told is AnswerTo<Asked> => told.report === ANSWERS[question]
  waiting.set(number, (told) => {
    if (isAnswer(told)) resolve(told)
  })
  send(worker, { order: question, number })
  return promise.finally(() => {
    clearTimeout(timer)
    waiting.delete(number)
  })
}

/** One listener for all questions: with one for each, Node warns of a leak when many are asked at once. */
function hear(_worker: Worker, told: Report): void {
  if (told.report === 'metrics' || told.report === 'worked') waiting.get(told.number)?.(told)
}
