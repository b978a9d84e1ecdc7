import type { Mutant } from './mutant.ts'

/** Programs of several processes, and programs that take turns. */
export const PROCESS_MUTANTS: readonly Mutant[] = [
  {
    breaks: 'a process that ends again and again is replaced more and more slowly (processes)',
    edits: [{ of: 'pauseBefore', find: '* 2 ** shortLives', put: '' }],
    caughtBy: 'processes that end soon after their start are replaced more and more slowly',
  },
  {
    breaks: 'a program that leaves says so to its proxy (processes)',
    edits: [{ of: 'drain', find: 'isLeaving = true', put: '' }],
    caughtBy: 'while a process leaves it is not ready, still answers, and closes each connection',
  },
  {
    breaks: 'a program that leaves keeps no connection open for another request (processes)',
    edits: [{ of: 'drain', skips: 'prependListener' }],
    caughtBy: 'while a process leaves it is not ready, still answers, and closes each connection',
  },
  {
    breaks: 'a request under way is finished before its program ends (processes)',
    edits: [{ of: 'drain', find: 'await isOver', put: '' }],
    caughtBy: 'a request under way when the port closes gets its response',
  },
  {
    breaks: 'the files of a release that runs again are kept (releases)',
    edits: [{ of: 'keepAssets', skips: 'utimes' }],
    caughtBy: 'the files of five releases are kept; one that starts again counts as new',
  },
  {
    breaks: 'the files of old releases are removed (releases)',
    edits: [{ of: 'keepAssets', skips: 'removeOldest' }],
    caughtBy: 'the files of five releases are kept; one that starts again counts as new',
  },
  {
    breaks: 'no value of a statement is in a trace (traces)',
    edits: [{ of: 'statement', skips: 'replaceAll' }],
    caughtBy: 'text between quotes is masked',
  },
  {
    breaks: 'no message of a fault is in a trace (traces)',
    edits: [{ of: 'startTracer', find: '[code, name].find', put: '[String(error)].find' }],
    caughtBy: 'a fault is a word, and never the message that may name a person',
  },
  {
    breaks: 'a visitor cannot add to the trace of another (traces)',
    edits: [
      {
        of: 'inRequestSpans',
        find: 'hasProxy ? headerIn(incoming) : undefined',
        put: 'headerIn(incoming)',
      },
    ],
    caughtBy: 'a trace that a visitor claims to be part of is not joined, and probes have none',
  },
  {
    breaks: 'a job belongs to the trace of the request that enqueued it (traces)',
    edits: [{ of: 'enqueueJob', find: 'withTrace(data)', put: 'data' }],
    caughtBy: 'a request, its statements, its job and its mail are one trace, and name no person',
  },
  {
    breaks: 'a program ends although its collector does not answer (traces)',
    edits: [
      {
        of: 'startTracer',
        find: 'Promise.race([ provider.shutdown(), pause(MILLISECONDS_TO_END, undefined, { ref: false }), ])',
        put: 'provider.shutdown()',
      },
    ],
    caughtBy: 'a program ends although its collector never answers',
  },
  {
    breaks: 'a job is enqueued only with the row that is its reason (processes)',
    edits: [{ of: 'writeWithJob', find: '::text from ${last} limit 1)', put: '::text)' }],
    caughtBy:
      'a job is enqueued by the statement of its reason, if that writes a row, and is lost with it',
  },
]
