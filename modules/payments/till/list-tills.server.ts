import { db } from '#platform/db.server.ts'

/** The position of a session in the list. */
export type TillKey = { openedAt: Temporal.Instant; sessionId: string }

/** Sessions of all tills, the latest first, after the one given. */
export function listTills({ after, limit }: { after?: TillKey | undefined; limit: number }) {
  return db
    .selectFrom('tillSessions')
    .selectAll()
    .$if(after !== undefined, (sessions) =>
      sessions.where((session) =>
        session(
          session.refTuple('openedAt', 'sessionId'),
          '<',
          session.tuple(
            after?.openedAt ?? Temporal.Instant.fromEpochMilliseconds(0),
            after?.sessionId ?? '',
          ),
        ),
      ),
    )
    .orderBy('openedAt', 'desc')
    .orderBy('sessionId', 'desc')
    .limit(limit)
    .execute()
}
