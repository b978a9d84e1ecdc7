import { sql } from 'kysely'

import { invariants, type Invariant } from './narrow.server.ts'

/* The invariants of what the office adds and blocks; see check-invariants.server.ts. */

const query = sql<{ breach: string }>

/** I27: what the office added or took off sale stays so until the office decides otherwise. */
export function invariantsOfExtras(): Invariant[] {
  return [
    ...invariants('departures', [
      query`
      select format('I27: hold %s is blocked, and departure %s has no such block', hold_id, departure_id) as breach
      from seat_holds where state = 'blocked' and not exists (select from seat_blocks
        where block_id = booking_id and seat_blocks.departure_id = seat_holds.departure_id)`,
    ]),
    ...invariants('everything', [
      query`
      select format('I27: block %s of departure %s holds no seats', block_id, departure_id) as breach
      from seat_blocks where not exists (select from seat_holds
        where booking_id = block_id and seat_holds.departure_id = seat_blocks.departure_id
          and state = 'blocked' and expires_at is null)`,
      query`
      select format('I27: departure %s (%s) was added by %s, is %s, and %s', departure_id, origin, made_by, status,
        case when origin = 'charter' then 'is offered to travellers' else 'was compared with the timetable' end) as breach
      from extra_departures join departures using (departure_id)
      where status = 'withdrawn' or origin = 'timetable'
        or exists (select from departure_differences as other
          where other.departure_id = departures.departure_id)
        or origin = 'charter' and (
          exists (select from departure_stops as call
            where call.departure_id = departures.departure_id and (pickup or dropoff))
          or exists (select from seat_holds as hold where hold.departure_id = departures.departure_id))`,
    ]),
    ...invariants('night', [
      query`
      select format('I27: departure %s is %s, and nobody added it', departure_id, origin) as breach
      from departures where origin <> 'timetable' and not exists (
        select from extra_departures as added where added.departure_id = departures.departure_id)`,
    ]),
  ]
}
