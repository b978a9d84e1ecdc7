import type { Mutant } from './mutant.ts'

/** Mutants that would show a search that is not true, or one visitor's page to another. */
export const SEARCH_MUTANTS: readonly Mutant[] = [
  {
    breaks: 'a kept search is shown only after the database has said that it is true',
    edits: [
      {
        of: 'findTrue',
        find: 'isInTime && (await isUnchanged(basis.versions))',
        put: 'isInTime',
      },
    ],
    caughtBy:
      'a search is kept while what it shows is as it was, and is made again when that changed',
  },
  {
    breaks: 'a kept search ends at the moment at which it changes',
    edits: [{ of: 'findTrue', find: ' && at < basis.changesAt', put: '' }],
    caughtBy: 'a search is kept until the moment at which it changes, and is then made again',
  },
  {
    breaks: 'a search that is kept contains nothing of the visitor for whom it was made',
    edits: [{ of: 'answerWhileTrue', find: 'make(withoutCookies(request))', put: 'make(request)' }],
    caughtBy: 'an answer for everyone is made without the cookies of its visitor',
  },
  {
    breaks: 'a page that is for one visitor is made with their cookies',
    edits: [{ of: 'answerWhileTrue', find: '!isForAll && request', put: 'false && request' }],
    caughtBy: 'an answer for one visitor is made with their cookies, and is not kept',
  },
  {
    breaks: 'an answer behind a password is not shared',
    edits: [{ of: 'findTrue', find: 'hasPassword || ', put: '' }],
    caughtBy: 'a visitor with a password is neither shown a kept search nor is theirs kept',
  },
  {
    breaks: 'an answer that sets a cookie is not kept',
    edits: [{ of: 'answerWhileTrue', find: ` && !headers.has('Set-Cookie')`, put: '' }],
    caughtBy: 'an answer that sets a cookie, fails, is posted or is for one visitor is never kept',
  },
  {
    breaks: 'a search of an older edition is not kept',
    edits: [{ of: 'answerWhileTrue', find: 'if (times === timesForgotten) ', put: '' }],
    caughtBy: 'a search whose edition is replaced at each making is shown, and not kept',
  },
  {
    breaks: 'a hold that expired makes the searches new',
    edits: [{ of: 'findChanged', find: 'and ${holdCounts(now)}', put: '' }],
    caughtBy: 'a hold, its end and a sale are shown at once',
  },
  {
    breaks: 'a search is made again when a bus leaves',
    edits: [{ of: 'findOffers', find: 'noteChangeAt(departsAt)', put: '' }],
    caughtBy:
      'each moment at which a sale closes, a bus leaves or a wheelchair is too late is kept',
  },
  {
    breaks: 'the days beside a search are counted again when a sale closes today',
    edits: [
      {
        of: 'countDays',
        find: 'noteLastMoment(saleClosesAt(boarding.boardsAt))',
        put: '',
      },
    ],
    caughtBy:
      'each moment at which a sale closes, a bus leaves or a wheelchair is too late is kept',
  },
  {
    breaks: 'a cancelled departure is a new edition of the days beside it',
    edits: [{ of: 'decideDeparture', skips: 'raiseEdition' }],
    caughtBy:
      'a capacity, a closed sale and a cancelled bus are shown at once, on the days beside it too',
  },
  {
    breaks: 'what is remembered of the timetable is of the edition of now',
    edits: [{ of: 'rememberForEdition', find: 'if (answer.edition === edition) ', put: '' }],
    caughtBy: 'another fare is found at once, although the day was searched before',
  },
  {
    breaks: 'a frame belongs to the facts of the site that it shows',
    edits: [{ of: 'findFrame', find: 'JSON.stringify([locale, facts])', put: 'locale' }],
    caughtBy: 'a notice and a new year are in the frame at once',
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
  {
    breaks: 'a page made of an older edition is shown to nobody (searches)',
    edits: [
      {
        of: 'answerWhileTrue',
        find: 'if (times !== timesForgotten && tries < MAX_MAKINGS) continue',
        put: '',
      },
    ],
    caughtBy:
      'a page made of an older edition is shown to nobody, although another question heard of the new one',
  },
]
