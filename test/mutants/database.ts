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
    edits: [{ of: 'prepareAlone', skips: 'acquireMigrationLock' }],
    caughtBy: 'four programs that start together wait for each other',
  },
  {
    breaks: 'the site does not own its tables (database)',
    edits: [{ of: 'createDatabase', find: 'url: as(SITE_ROLE)', put: 'url: as(OWNER_ROLE)' }],
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
