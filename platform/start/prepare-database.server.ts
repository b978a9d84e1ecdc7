import { sql } from 'kysely'
import { escapeIdentifier } from 'pg'

import { setLimits } from '#platform/connection/limits-of-role.server.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import { checkSiteRole } from '#platform/database/check-site-role.server.ts'
import { migrate } from '#platform/database/migrate.server.ts'
import { prepareAlone } from '#platform/database/prepare-alone.server.ts'
import { roleIn, type Addresses } from '#platform/database/site-database.server.ts'
import { waitForDatabase } from '#platform/database/wait-for-database.server.ts'
import { connect } from '#platform/db.server.ts'
import { prepareJobs, type Job } from '#platform/jobs/jobs.server.ts'
import { env } from '#platform/settings/env.server.ts'

/**
 * Makes a database ready for our programs: its tables, its queues, and the rights and limits of the
 * site's role. The owner runs it at every start; programs that start together wait for each other.
 * If a newer release has done so, its rights stay, since ours do not know its tables.
 *
 * @throws {SettingsError} if the site's role has no limits on time there, and cannot get them
 */
export async function prepareDatabase(
  { url, directUrl, ownerUrl }: Addresses,
  jobs: Job<object>[],
): Promise<void> {
  const owner = connect(ownerUrl, { patient: true }).withoutPlugins()
  try {
    const [schema] = await Promise.all([migrate(owner), prepareJobs(ownerUrl, jobs)])
    crashPoint('start:before-granting')
    const site = roleIn(url)
    if (site !== roleIn(ownerUrl) && schema === 'ours') {
      const rights = rightsOf(escapeIdentifier(site))
      await prepareAlone(owner, (tx) => sql.raw(rights).execute(tx))
    }
  } finally {
    await owner.destroy()
  }
  await setLimits(directUrl)
  await waitForDatabase({ setting: 'DATABASE_URL', address: url }, env().DATABASE_WAIT_SECONDS)
  await checkSiteRole(url)
}

/**
 * All that the site may do: read and write rows. All tables are named together, so that none is
 * forgotten, and rights given by hand are revoked. Sent as one, these statements are one
 * transaction.
 *
 * Ledgers are only ever added to. The site must not write the rows from which the owner builds
 * statements at a later start: the names of the migrations, the statements that pg-boss has
 * deferred (`bam`), and the names of tables that belong to a single queue, which none of ours has.
 *
 * The functions of an extension belong to a superuser, and everybody may call them. To grant them
 * again leaves a warning for each in the log of the server.
 */
function rightsOf(site: string): string {
  return `
    do $$ begin
      if not exists (select from pg_constraint where conname = 'queues_share_a_table') then
        alter table pgboss.queue add constraint queues_share_a_table check (not partition);
      end if;
    end $$;
    revoke all on all tables in schema public, pgboss from public, ${site};
    revoke all on all sequences in schema public, pgboss from public, ${site};
    revoke create on schema public from public, ${site};
    grant usage on schema public, pgboss to ${site};
    grant usage on all sequences in schema public, pgboss to ${site};
    do $$ declare own regprocedure; begin
      for own in select oid from pg_proc
        where pronamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
          and pg_has_role(proowner, 'usage')
      loop
        execute format('grant execute on routine %s to ', own) || $role$${site}$role$;
      end loop;
    end $$;
    grant select, insert, update, delete on all tables in schema public, pgboss to ${site};
    revoke update, delete on ledger_entries from ${site};
    revoke update, delete on audit_entries from ${site};
    revoke update, delete on receipts from ${site};
    revoke update, delete on boarding_ticks from ${site};
    revoke update, delete on scans from ${site};
    revoke update, delete on departure_delays from ${site};
    revoke update, delete on departure_messages from ${site};
    revoke update, delete on incident_calls from ${site};
    revoke update, delete on till_entries from ${site};
    revoke insert, update, delete on kysely_migration, kysely_migration_lock, pgboss.bam from ${site}`
}
