import type { Mutant } from './mutant.ts'

/** Mutants of the two database roles. */
export const DATABASE_MUTANTS: Mutant[] = [
  {
    breaks: 'the site adds to the ledger and changes nothing in it (database)',
    edits: [
      {
        of: 'prepareDatabase',
        find: 'revoke update, delete on ledger_entries from ${site};',
        put: '',
      },
    ],
    caughtBy:
      'all tables can be read and written, but ledgers only added to, and tables that guide the owner only read',
  },
  {
    breaks: 'the site writes no statement that the owner runs (database)',
    edits: [{ of: 'prepareDatabase', find: ', pgboss.bam from ${site}', put: ' from ${site}' }],
    caughtBy:
      'all tables can be read and written, but ledgers only added to, and tables that guide the owner only read',
  },
  {
    breaks: 'two programs that grant rights at the same time wait for each other (database)',
    edits: [{ of: 'prepareAlone', skips: 'lockMigrations' }],
    caughtBy: 'four programs that start together wait for each other',
  },
  {
    breaks: 'no lock of the migrations outlives its transaction (database)',
    edits: [{ of: 'lockMigrations', find: 'pg_advisory_xact_lock(', put: 'pg_advisory_lock(' }],
    caughtBy:
      'three programs start five times, even with all their work through a pooler, and leave no lock',
  },
  {
    breaks: 'a program that freezes holds no sale up for long (database)',
    edits: [
      {
        of: 'LIMITS',
        find: 'idle_in_transaction_session_timeout: 2500',
        put: 'idle_in_transaction_session_timeout: 25_000',
      },
    ],
    caughtBy:
      'a program that freezes while it holds the counter of receipts stops no other sale for long',
  },
  {
    breaks: 'a limit that is off refuses the start (database)',
    edits: [{ of: 'checkSiteRole', find: 'missing.length > 0', put: 'missing.length > 9' }],
    caughtBy: 'a start refuses a pooler behind which a limit is off, and says what to run',
  },
  {
    breaks: 'a release that adds a column fails no statement (database)',
    edits: [{ of: 'isOfName', find: 'message === OTHER_ANSWER || ', put: '' }],
    caughtBy:
      'a column that a release adds is in the next answer, inside a transaction and outside',
  },
  {
    breaks: 'a commit behind a statement that failed is a fault (database)',
    edits: [
      {
        of: 'letSendAhead',
        find: "if (query.sql === 'commit') await Promise.all(before)",
        put: '',
      },
    ],
    caughtBy: 'a commit behind a statement that failed says why, and nothing is written (time %i)',
  },
  {
    breaks: 'nothing of a transaction is repeated outside of it (database)',
    edits: [
      { of: 'nameStatements', find: 'wasInTransaction) throw', put: 'isInTransaction) throw' },
    ],
    caughtBy: 'a statement whose name no longer counts is not repeated after the commit behind it',
  },
  {
    breaks: 'a connection to a standby is not used again (database)',
    edits: [{ of: 'isConnectionSpent', find: ' || code === READ_ONLY', put: '' }],
    caughtBy:
      'a standby that only reads counts as unreachable, and its connection is not used again',
  },
  {
    breaks: 'a table is not changed while others wait behind a reader (database)',
    edits: [{ of: 'prepareAlone', find: 'LOCK_SECONDS}s', put: '0}s' }],
    caughtBy: 'a table is changed behind a long reader without stopping those who write to it',
  },
  {
    breaks: 'an older release grants itself no rights to newer books (database)',
    edits: [{ of: 'prepareDatabase', find: " && schema === 'ours'", put: '' }],
    caughtBy:
      'a release starts again on a database that a newer one has migrated, and leaves its rights alone',
  },
  {
    breaks: 'the site does not own its tables (database)',
    edits: [
      {
        of: 'createDatabase',
        find: 'const url = as(SITE_ROLE)',
        put: 'const url = as(OWNER_ROLE)',
      },
    ],
    caughtBy: 'the site’s role owns nothing and cannot create anything',
  },
  {
    breaks: 'a database of an earlier version is handed over to the owner (database)',
    edits: [{ of: 'createDatabase', find: '=== SITE_ROLE) await', put: '=== OWNER_ROLE) await' }],
    caughtBy:
      'a database of an earlier version, owned by the site, is handed over with all its contents',
  },
  {
    breaks: "the owner's address is not kept in the environment (database)",
    edits: [{ of: 'openSiteDatabase', find: 'delete process.env.DATABASE_OWNER_URL', put: '' }],
    caughtBy: 'the owner’s address is used for the start and is nowhere afterwards',
  },
]
