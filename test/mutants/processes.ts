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
    breaks: 'a job is enqueued only with the row that is its reason (processes)',
    edits: [{ of: 'writeWithJob', find: '::text from ${last} limit 1)', put: '::text)' }],
    caughtBy:
      'a job is enqueued by the statement of its reason, if that writes a row, and is lost with it',
  },
]
