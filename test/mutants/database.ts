import type { Mutant } from './mutant.ts'

const ROLES = 'platform/site-database.server.ts'
const RIGHTS = 'platform/prepare-database.server.ts'
const RIGHTS_TEST = 'platform/prepare-database.server.test.ts'

/** Mutants of the two database roles. */
export const DATABASE_MUTANTS: Mutant[] = [
  {
    breaks: 'the site adds to the ledger and changes nothing in it (database)',
    edits: [
      {
        file: RIGHTS,
        find: 'revoke update, delete on ledger_entries, audit_entries, receipts from ${site};',
        put: '',
      },
    ],
    caughtBy: {
      file: RIGHTS_TEST,
      test: 'all tables can be read and written, but ledgers only added to, and tables that guide the owner only read',
    },
  },
  {
    breaks: 'the site writes no statement that the owner runs (database)',
    edits: [{ file: RIGHTS, find: ', pgboss.bam from ${site}', put: ' from ${site}' }],
    caughtBy: {
      file: RIGHTS_TEST,
      test: 'all tables can be read and written, but ledgers only added to, and tables that guide the owner only read',
    },
  },
  {
    breaks: 'two programs that grant rights at the same time wait for each other (database)',
    edits: [
      { file: RIGHTS, find: 'await adapter.acquireMigrationLock(connection, LOCK)', put: '' },
      { file: RIGHTS, find: 'await adapter.releaseMigrationLock(connection, LOCK)', put: '' },
    ],
    caughtBy: { file: RIGHTS_TEST, test: 'four programs that start together wait for each other' },
  },
  {
    breaks: 'the site does not own its tables (database)',
    edits: [{ file: ROLES, find: 'url: as(SITE_ROLE)', put: 'url: as(OWNER_ROLE)' }],
    caughtBy: {
      file: RIGHTS_TEST,
      test: 'the site’s role owns nothing and cannot create anything',
    },
  },
  {
    breaks: 'a database of an earlier version is handed over to the owner (database)',
    edits: [{ file: ROLES, find: '=== SITE_ROLE) await', put: '=== OWNER_ROLE) await' }],
    caughtBy: {
      file: RIGHTS_TEST,
      test: 'a database of an earlier version, owned by the site, is handed over with all its contents',
    },
  },
  {
    breaks: "the owner's address is not kept in the environment (database)",
    edits: [{ file: ROLES, find: 'delete process.env.DATABASE_OWNER_URL', put: '' }],
    caughtBy: {
      file: RIGHTS_TEST,
      test: 'the owner’s address is used for the start and is nowhere afterwards',
    },
  },
]
