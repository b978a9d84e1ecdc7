import { answerQuestions } from './worker-pool.server.ts'

/* For tests: a worker that echoes, and on demand fails, dies or falls silent. */
answerQuestions(async (text) => {
  if (text === 'fail') throw new Error('no answer to that')
  if (text === 'die') process.exit(3)
  if (text === 'sleep') await new Promise(() => {})
  return new TextEncoder().encode(text)
})
