import { Client } from 'pg'

import { searchText } from '#modules/orders/order/search-text.ts'

import { copyTimetable } from '../grow-timetable.ts'
import { BOOKS } from './fill-books.ts'
import { COMPANY } from './fill-company.ts'
import { FLEET } from './fill-fleet.ts'
import { ORDERS } from './fill-orders.ts'

/*
 * Half a year of a large company, made in bulk by the database itself: departures before and after
 * today, orders with everything that belongs to one, and what staff did meanwhile. All ids follow
 * from numbers, so one table finds the rows of another without a join on text.
 *
 * A fifth of the orders is for the routes of the timetable itself, which are busy; the others are
 * spread over its copies, whose routes have few. So a filter is measured both ways.
 */

export type Size = { departures: number; orders: number }

/** Runs as a superuser, since it leaves out the checks of foreign keys. */
export async function fill(superuserUrl: string, size: Size): Promise<void> {
  const client = new Client(superuserUrl)
  await client.connect()
  // An error of a statement would otherwise be hidden by that of a connection which its server ends.
  await fillBy(client, superuserUrl, size).finally(() => client.end())
}

async function fillBy(
  client: Client,
  superuserUrl: string,
  { departures, orders }: Size,
): Promise<void> {
  await client.query(`set session_replication_role = replica`)
  await client.query(`set synchronous_commit = off`)
  await client.query(`set work_mem = '256MB'`)
  await client.query(`set maintenance_work_mem = '512MB'`)
  await client.query(`set time zone 'Asia/Nicosia'`)
  await moveIntoThePast(client)
  const { rows } = await client.query<{ few: number }>(
    'select count(*)::int as few from departures',
  )
  const times = Math.max(2, Math.round(departures / (rows[0]?.few ?? departures)))
  await copyTimetable(superuserUrl, times)
  await client.query('create schema made')
  await addPeople(client)
  const definitions = await dropIndexes(client)
  for (const statement of [...ORDERS, ...BOOKS, ...COMPANY, ...FLEET]) {
    await client.query(statement.replaceAll('$ORDERS', String(orders)))
  }
  for (const definition of definitions) await client.query(definition)
  await client.query('drop schema made cascade')
  await client.query('vacuum analyze')
}

/**
 * Leaves out the indexes while rows are added, except those of constraints, and returns the statements
 * that make them: built once over all rows, that of the search by name alone takes a tenth of the time.
 */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = indexrelid)`)
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

/** The last DAYS_MOVED days of the timetable become those before today. */
async function moveIntoThePast(client: Client): Promise<void> {
  const { rows } = await client.query<{ days: number }>(
    `select max(service_date) - min(service_date) + 1 as days from departures`,
  )
  const days = rows[0]?.days ?? 0
  const last = `select max(service_date) - ${DAYS_MOVED} from departures`
  await client.query(`
    with moved as (
      update departures set service_date = service_date - ${days}
      where service_date > (${last}) returning departure_id)
    update departure_stops set
      arrives_at = arrives_at - interval '${days} days', departs_at = departs_at - interval '${days} days'
    from moved where moved.departure_id = departure_stops.departure_id`)
}

const DAYS_MOVED = 180

/** Names in both alphabets, with the words by which staff find them. */
async function addPeople(client: Client): Promise<void> {
  const people = GIVEN.flatMap((given) =>
    FAMILIES.flatMap((family) =>
      [0, 1].map((alphabet) => {
        const name = `${given[alphabet]} ${family[alphabet]}`
        return {
          name,
          words: searchText({ name, email: '' }),
          mailbox: `${given[0]}.${family[0]}`.toLowerCase(),
        }
      }),
    ),
  ).map((person, place) => ({ ...person, n: place }))
  await client.query(`
    create table made.people as
    select * from jsonb_to_recordset('${JSON.stringify(people)}') as
      person (n int, name text, words text, mailbox text)`)
}

const GIVEN = [
  ['Anna', 'Άννα'],
  ['Andreas', 'Ανδρέας'],
  ['Eleni', 'Ελένη'],
  ['Giorgos', 'Γιώργος'],
  ['Katerina', 'Κατερίνα'],
  ['Kyriakos', 'Κυριάκος'],
  ['Maria', 'Μαρία'],
  ['Nikos', 'Νίκος'],
  ['Panayiotis', 'Παναγιώτης'],
  ['Sofia', 'Σοφία'],
  ['Stelios', 'Στέλιος'],
  ['Christina', 'Χριστίνα'],
] as const

const FAMILIES = [
  ['Papadopoulos', 'Παπαδόπουλος'],
  ['Georgiou', 'Γεωργίου'],
  ['Ioannou', 'Ιωάννου'],
  ['Christodoulou', 'Χριστοδούλου'],
  ['Hadjigeorgiou', 'Χατζηγεωργίου'],
  ['Michaelides', 'Μιχαηλίδης'],
  ['Charalambous', 'Χαραλάμπους'],
  ['Economou', 'Οικονόμου'],
  ['Kyprianou', 'Κυπριανού'],
  ['Loizou', 'Λοΐζου'],
  ['Panteli', 'Παντελή'],
  ['Savva', 'Σάββα'],
  ['Theodorou', 'Θεοδώρου'],
  ['Vasiliou', 'Βασιλείου'],
  ['Xenofontos', 'Ξενοφώντος'],
  ['Zachariou', 'Ζαχαρίου'],
] as const
