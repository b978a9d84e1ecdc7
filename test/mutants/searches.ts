import type { Mutant } from './mutant.ts'

/** Mutants that would show a search that is not true, or one visitor's page to another. */
export const SEARCH_MUTANTS: readonly Mutant[] = [
  {
    breaks: 'a search is shown for two seconds since its making began, and not since it ended',
    edits: [{ of: 'keepUntil', find: 'began + SEATS', put: 'nowMilliseconds() + SEATS' }],
    caughtBy: 'a search is shown for two seconds since its making began, and not before that',
  },
  {
    breaks: 'a page is not shown before the moment of its making',
    edits: [{ of: 'showKept', find: 'now >= began && ', put: '' }],
    caughtBy: 'a search is shown for two seconds since its making began, and not before that',
  },
  {
    breaks: 'a page that is kept contains nothing of the visitor for whom it was made',
    edits: [{ of: 'answerFromPageCache', find: 'new Request(request.url)', put: 'request' }],
    caughtBy: 'what is first made with a cookie is shown to nobody, and made again for all',
  },
  {
    breaks: 'a page that is for one visitor is made with their cookies',
    edits: [{ of: 'answerFromPageCache', find: 'isOurs && isFault', put: 'isOurs' }],
    caughtBy:
      'a page for one visitor is made with their cookies, though the others of its path are for all',
  },
  {
    breaks: 'an answer behind a password is not shared',
    edits: [{ of: 'answerFromPageCache', find: " && !headers.has('Authorization')", put: '' }],
    caughtBy: 'a visitor with a password is neither shown a kept page nor is theirs kept',
  },
  {
    breaks: 'an answer that sets a cookie is not kept',
    edits: [{ of: 'answerFromPageCache', find: " && !answer.headers.has('Set-Cookie')", put: '' }],
    caughtBy: 'a page that sets a cookie, fails, is posted or has a query is not cached',
  },
  {
    breaks: 'a page of an older edition is not kept',
    edits: [{ of: 'answerFromPageCache', find: 'if (times === timesForgotten) ', put: '' }],
    caughtBy: 'a page is not kept if a new timetable comes while it is read',
  },
  {
    breaks: 'who waited for a database that is away does not wait again',
    edits: [{ of: 'answerFromPageCache', find: 'answer.status === UNAVAILABLE', put: 'false' }],
    caughtBy: 'nobody waits a second time for a database that cannot be reached',
  },
  {
    breaks: 'the last timetable is better than a page that cannot be made',
    edits: [{ of: 'answerFromPageCache', find: "known?.keep === 'timetable'", put: 'false' }],
    caughtBy:
      'while the database cannot be reached, timetables are shown as they were, but pages that tell the time are not',
  },
  {
    breaks: 'a cancelled departure is a new edition of the days beside it',
    edits: [{ of: 'decideDeparture', skips: 'raiseEdition' }],
    caughtBy:
      'a capacity, a closed sale and a cancelled bus are shown within two seconds, on the days beside it too',
  },
  {
    breaks: 'what is remembered of the timetable is of the edition of now',
    edits: [{ of: 'rememberForEdition', find: 'if (answer.edition === edition) ', put: '' }],
    caughtBy: 'another fare is found at once, although the day was searched before',
  },
  {
    breaks: 'a script that the site did not write does not run',
    edits: [
      {
        of: 'contentSecurityPolicy',
        find: "script-src 'self'",
        put: "script-src 'self' 'unsafe-inline'",
      },
    ],
    caughtBy: 'the policy of a page allows scripts of our own files, and none inside the page',
  },
]
