import type { Mutant } from './mutant.ts'

/** Mutants of the sign-in of staff, and of what protects their access. */
export const STAFF_MUTANTS: readonly Mutant[] = [
  {
    breaks: 'a suspended member has no session (staff)',
    edits: [{ of: 'findStaff', find: ".where('staff.state', '=', 'active')", put: '' }],
    caughtBy: 'a session of a member who is %s opens nothing',
  },
  {
    breaks: 'a session unused for an hour ends (staff)',
    edits: [{ of: 'findStaff', find: '|| isIdle', put: '' }],
    caughtBy: 'a session ends after an hour without use, and a poll does not count as use',
  },
  {
    breaks: 'a code counts once (staff)',
    edits: [{ of: 'spendCode', find: ".where('lastStep', '<', step)", put: '' }],
    caughtBy: 'a code counts once: not again in this session, in another, or after a newer one',
  },
  {
    breaks: 'guesses within a session are counted (staff)',
    edits: [{ of: 'verifyStepUp', find: 'tries === MAX_WRONG_PROOFS ?', put: 'false ?' }],
    caughtBy: 'the fifth wrong code within a quarter of an hour ends the session',
  },
  {
    breaks: 'a passkey verifies its user (staff)',
    edits: [{ of: 'readAssertion', find: '&& (flags & USER_VERIFIED) !== 0', put: '' }],
    caughtBy:
      'a passkey whose user was not verified neither confirms nor logs in, and is not taken',
  },
  {
    breaks: 'the answer of a passkey counts once (staff)',
    edits: [
      {
        of: 'spendPasskey',
        find: 'if (!(await spendChallenge(tx, said.challenge, now))) return REFUSED',
        put: '',
      },
    ],
    caughtBy: 'a passkey confirms the session, and its answer counts once',
  },
  {
    breaks: 'an invitation is used once (staff)',
    edits: [
      {
        of: 'acceptInvitation',
        find: 'if (numUpdatedRows !== 1n) return OVER',
        put: '',
      },
    ],
    caughtBy: 'an invitation is used once: another browser with the same link gets nothing',
  },
  {
    breaks: 'the last owner stays one (I13)',
    edits: [{ of: 'isLastOwner', becomes: () => Promise.resolve(false) }],
    caughtBy: 'the last owner who can sign in is not demoted, suspended or let go',
  },
  {
    breaks: 'a member who left keeps no way in (staff)',
    edits: [{ of: 'dismissMember', find: 'await endSessions(tx, staffId)', put: '' }],
    caughtBy: 'a member who leaves is shut out for good, and the audit still names them',
  },
  {
    breaks: 'two owners who shut each other out wait for each other (I13)',
    edits: [{ of: 'lockOwners', skips: 'forUpdate' }],
    caughtBy: 'of two owners who shut each other out at once, one wins: %s',
  },
  {
    breaks: 'an owner without a second factor is noticed (I13)',
    edits: [{ of: 'invariantsOfStaff', find: 'having count(*) > 0', put: 'having false' }],
    caughtBy: '%s is found after: %s',
  },
  {
    breaks: 'an audit row that names nobody is noticed (I22)',
    edits: [{ of: 'invariantsOfStaff', find: "like 'staff:%'", put: "like 'nobody'" }],
    caughtBy: '%s is found after: %s',
  },
  {
    breaks: 'a reset waits while another owner can stop it (staff)',
    edits: [{ of: 'resetFactors', find: '&& others.length > 0', put: '&& false' }],
    caughtBy: 'with another owner a reset waits a day, and all owners are told',
  },
  {
    breaks: 'a demonstration is entered from its own machine alone (staff)',
    edits: [{ of: 'isDemonstrationOffice', find: 'hosts.every', put: 'hosts.some' }],
    caughtBy: 'from another machine a demonstration is not entered, unless a setting says so',
  },
  {
    breaks: 'a new log-in ends the session that the browser had (staff)',
    edits: [{ of: 'enter', skips: 'endSession' }],
    caughtBy: 'a new log-in in the same browser ends the session it had, and no other',
  },
  {
    breaks: 'nobody confirms what they ask for themselves',
    edits: [{ of: 'decideIn', never: 'own-request' }],
    caughtBy: 'is never confirmed by the member who asks',
  },
  {
    breaks: 'a request of a colleague is decided once',
    edits: [{ of: 'decideIn', never: 'decided-already' }],
    caughtBy: 'is decided once, of two who press at the same moment',
  },
  {
    breaks: 'a request that lapsed is not confirmed',
    edits: [{ of: 'decideIn', never: 'lapsed' }],
    caughtBy: 'lapses, confirmed or not',
  },
  {
    breaks: 'a confirmed request counts once',
    edits: [{ of: 'noteGiven', find: ".where('spentAt', 'is', null)", put: '' }],
    caughtBy: 'that a colleague confirms counts once, for this subject and sum alone',
  },
  {
    breaks: 'a confirmed request is for its sum alone',
    edits: [{ of: 'noteGiven', find: ".where('amountCents', '=', amountCents)", put: '' }],
    caughtBy: 'that a colleague confirms counts once, for this subject and sum alone',
  },
  {
    breaks: 'two acts of one member at once do not pass the limit of a day',
    edits: [
      {
        of: 'noteGiven',
        find: 'await sql`select pg_advisory_xact_lock(hashtextextended(${staffId}, 76))`.execute(tx)',
        put: '',
      },
    ],
    caughtBy: 'is counted for both of two acts at the same moment',
  },
]
