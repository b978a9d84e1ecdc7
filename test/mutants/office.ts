import type { Mutant } from './mutant.ts'

/** Mutants of the rules of every act of the office, and of the invariants that watch its work. */
export const OFFICE_MUTANTS: readonly Mutant[] = [
  {
    breaks: 'nobody undoes what a colleague changed of the company meanwhile',
    edits: [{ of: 'saveCompany', find: 'newest?.edition !== base', put: 'newest === undefined' }],
    caughtBy: 'of two who have seen the same edition, the second is refused, and nothing is lost',
  },
  {
    breaks: 'a receipt names the company as it was',
    edits: [{ of: 'findCompanies', find: 'whole(found.get(numberOf(edition)))', put: 'company()' }],
    caughtBy: 'a document without an edition names the first, and another its own',
  },
  {
    breaks: 'a press that waited for a network does not close a stop that was opened again since',
    edits: [{ of: 'closeBoarding', never: 'reopened-since' }],
    caughtBy:
      'is not closed again by an earlier press that arrives later, however often it is sent',
  },
  {
    breaks: 'a press that arrives while a stop is opened again does not close it',
    edits: [{ of: 'closeBoarding', skips: 'lockAgainstReopening' }],
    caughtBy: 'stays open after a press at the same moment, if %s is first by a hair',
  },
  {
    breaks: 'a page of the office asks for its permission (office)',
    edits: [{ of: 'guard', find: '!may(staff, entry.see)', put: 'false' }],
    caughtBy: 'a %s sees it only with its permission',
  },
  {
    breaks: 'an id that cannot be one never reaches the database (office)',
    edits: [{ of: 'guard', find: `!UUID.test(params.id ?? '')`, put: 'false' }],
    caughtBy: '%s: an id that cannot be one is no fault of ours',
  },
  {
    breaks: 'an act asks for its permission (office)',
    edits: [{ of: 'officeAction', find: '!may(staff, act.needs)', put: 'false' }],
    caughtBy: 'a role without the permission of an act is stopped, and the act is not carried out',
  },
  {
    breaks: 'an act asks for its confirmation (office)',
    edits: [{ of: 'officeAction', find: 'await confirm(act.confirm, staff, form)', put: '' }],
    caughtBy: 'an act of level 2 asks for a code with every form, and keeps the form',
  },
  {
    breaks: 'an act of level 2 asks for a code of its own (office)',
    edits: [
      {
        of: 'officeAction',
        find: `level === 'L1' && isConfirmed(staff)`,
        put: 'isConfirmed(staff)',
      },
    ],
    caughtBy: 'an act of level 2 asks for a code with every form, and keeps the form',
  },
  {
    breaks: 'a confirmation ends after a quarter of an hour (office)',
    edits: [{ of: 'isConfirmed', find: 'Temporal.Instant.compare(now(), until) < 0', put: 'true' }],
    caughtBy: 'an act of level 1 passes within 15 minutes of a confirmation',
  },
  {
    breaks: 'a form that is under way is not carried out again (office)',
    edits: [{ of: 'claimAct', find: `.where('staffActs.at', '<', lostBefore(now))`, put: '' }],
    caughtBy: 'a form that is under way cannot be claimed again for half a minute',
  },
  {
    breaks: 'a form that is under way asks for no second code (office)',
    edits: [{ of: 'findAct', find: `: { state: 'under-way' }`, put: ': undefined' }],
    caughtBy: 'an act of level 2 that is sent again while it is under way asks for no other code',
  },
  {
    breaks: 'a form that was carried out leads to the same answer (office)',
    edits: [{ of: 'finishAct', becomes: () => Promise.resolve() }],
    caughtBy: 'an act is carried out once, however often its form is sent',
  },
  {
    breaks: 'a form whose act failed is free again (office)',
    edits: [{ of: 'releaseAct', becomes: () => Promise.resolve() }],
    caughtBy: 'a form whose act failed may be sent again',
  },
  {
    breaks: 'a kept form has no password and no proof (office)',
    edits: [{ of: 'fieldsToKeep', find: '&& isKept(name, value)', put: '' }],
    caughtBy:
      'a form sent after the session has ended is kept, and is carried out after the log-in',
  },
  {
    breaks: 'a card number in a form of the office is refused (office)',
    edits: [{ of: 'officeAction', find: 'if (cards.length > 0)', put: 'if (false)' }],
    caughtBy: 'an act with a card number in any field is refused, and the field comes back empty',
  },
  {
    breaks: 'a page that refreshes itself keeps no session open (office)',
    edits: [
      {
        of: 'guard',
        find: `|| POLLED.test(plainPath(pattern))`,
        put: '',
      },
    ],
    caughtBy: 'a page that refreshes itself does not count as use, in either language',
  },
  {
    breaks: 'a session ends twelve hours after its log-in (office)',
    edits: [{ of: 'findStaff', find: '!isBefore(now, expiresAt) ||', put: '' }],
    caughtBy: 'a session ends twelve hours after its log-in, even in use',
  },
  {
    breaks: 'of two who change a departure the second hears of the first (office)',
    edits: [{ of: 'lockDeparture', find: 'entries.length > 0', put: 'false' }],
    caughtBy: 'names the colleague who changed the departure meanwhile, and does nothing',
  },
  {
    breaks: 'two who change a departure wait for each other (office)',
    edits: [{ of: 'lockDeparture', find: 'for no key update', put: '' }],
    caughtBy: 'a change waits for one that is under way, and is then told of it',
  },
  {
    breaks: 'a capacity is never below what is sold (I1)',
    edits: [
      {
        of: 'fitCapacity',
        find: 'Math.max(wanted.seats, ...legs.map(([, { seats }]) => seats))',
        put: 'wanted.seats',
      },
    ],
    caughtBy: 'ends the sale, names the leg, and sinks with each place that comes free',
  },
  {
    breaks: 'a departure that is too full is not sold (I14)',
    edits: [{ of: 'wantPlaces', find: '...(overFull && !closedAt && closed),', put: '' }],
    caughtBy: 'ends the sale, names the leg, and sinks with each place that comes free',
  },
  {
    breaks: 'of several roles the highest limit counts, and no higher one (office)',
    edits: [
      {
        of: 'mayWaiveCents',
        find: 'MAY_WAIVE[permission][role] ?? 0',
        put: 'MAY_WAIVE[permission][role] ?? NO_LIMIT',
      },
    ],
    caughtBy: 'a member may waive as much as the highest of the roles, and nothing without one',
  },
  {
    breaks: 'a till is counted before it says what it expects (I19)',
    edits: [
      {
        of: 'showTill',
        find: 'float: euros(session.floatCents),',
        put: 'float: euros(session.floatCents + session.entries.reduce((sum, one) => sum + one.amountCents, 0)),',
      },
    ],
    caughtBy: 'is opened, moved and closed, and says what it expects only after the count',
  },
  {
    breaks: 'a departure is cancelled at the numbers that were shown (office)',
    edits: [{ of: 'cancelDeparture', never: 'quote-changed' }],
    caughtBy: 'a cancellation is refused if others bought since it was shown',
  },
  {
    breaks: 'an answer to a thread that has gone on is not sent (office)',
    edits: [{ of: 'onEnquiry', never: 'changed-meanwhile' }],
    caughtBy: 'to a thread that has gone on is refused, and the first one stands',
  },
  {
    breaks: 'of two who change a notice the second hears of the first (office)',
    edits: [{ of: 'saveNotice', never: 'changed-meanwhile' }],
    caughtBy: 'the second of two people learns of the first',
  },
  {
    breaks: 'of the free seats of a bus a part stays on sale while passengers choose',
    edits: [{ of: 'placesToOffer', find: 'share * free', put: 'free' }],
    caughtBy: 'at most 60 % of the free seats of each leg are kept, and none twice',
  },
  {
    breaks: 'an offer can be chosen until its choice ends, and not at that moment',
    edits: [{ of: 'chooseLocked', find: 'isBefore(now, asked.decideBy)', put: 'true' }],
    caughtBy:
      'another bus or the money can be chosen instead until the choice ends, and not at that moment',
  },
  {
    breaks: 'nobody is moved without an answer under terms that do not say so',
    edits: [{ of: 'defaultFor', find: '|| !termsMove', put: '' }],
    caughtBy:
      'under older terms nobody is moved without an answer: the seats lapse, and the refund comes later',
  },
  {
    breaks: 'a passenger to be called belongs to one caller',
    edits: [
      {
        of: 'takeCall',
        find: 'and (taken_until is null or taken_until <= ${now} or taken_by = ${actorText(by)})',
        put: '',
      },
    ],
    caughtBy:
      'a passenger is taken by one of two callers, for five minutes, and the look at the number is in the audit',
  },
  {
    breaks: 'a count that its entries do not explain is noticed (I19)',
    edits: [
      {
        of: 'invariantsOfTills',
        find: 'and float_cents + coalesce(moved, 0) + difference_cents <> counted_cents',
        put: 'and false',
      },
    ],
    caughtBy: '%s is found after: %s',
  },
  {
    breaks: 'a payment at a till without its entry is noticed (I19)',
    edits: [
      {
        of: 'invariantsOfTills',
        find: 'and (entries is distinct from 1 or entered <> captured_cents)',
        put: 'and false',
      },
    ],
    caughtBy: '%s is found after: %s',
  },
  {
    breaks: 'an entry of a till that bought nothing is noticed (I19)',
    edits: [
      { of: 'invariantsOfTills', find: 'where captured_cents = 0 and', put: 'where false and' },
    ],
    caughtBy: '%s is found after: %s',
  },
  {
    breaks: 'a refund that no till paid out is noticed (I19)',
    edits: [
      {
        of: 'invariantsOfTills',
        find: 'and (entries is distinct from 1 or entered <> refunds.amount_cents)',
        put: 'and false',
      },
    ],
    caughtBy: '%s is found after: %s',
  },
  {
    breaks: 'goodwill that no document has is noticed (I7)',
    edits: [
      {
        of: 'invariantsOfOrders',
        find: 'charged <> earned or',
        put: '',
      },
    ],
    caughtBy: '%s is found after: %s',
  },
  {
    breaks: 'a page of the office is covered once its session has ended',
    edits: [{ of: 'OfficeShell', find: '{office && <Veil />}', put: '' }],
    caughtBy: '%s has a veil, for the minutes of a session',
  },
]
