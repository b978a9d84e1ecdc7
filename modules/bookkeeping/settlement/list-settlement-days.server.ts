import { sql } from 'kysely'

import type { ProviderId } from '#modules/payments/provider.ts'
import { db } from '#platform/db.server.ts'

import type { SettlementState } from './settlement-state.ts'

/** The comparison of one day with one provider. */
export type SettledDay = {
  day: Temporal.PlainDate
  provider: ProviderId
  state: SettlementState
  compared: number
  differences: number
  capturedCents: number
  refundedCents: number
  takenBackCents: number
  feesCents: number
  askedAt: Temporal.Instant
  tries: number
}

type Asked = {
  /** Only days before this one, or only days after it. */
  before?: Temporal.PlainDate | undefined
  after?: Temporal.PlainDate | undefined
  most: number
}

/** The newest days that were compared, the newest first; a day has a row for each provider. */
export async function listSettledDays({ before, after, most }: Asked): Promise<SettledDay[]> {
  const [since, until] = [after?.toString() ?? null, before?.toString() ?? null]
  const direction = after ? sql`asc` : sql`desc`
  const { rows } = await sql<SettledDay>`
    select day, provider, state, compared, jsonb_array_length(differences) as differences,
      captured_cents, refunded_cents, taken_back_cents, fees_cents, asked_at, tries
    from settlement_reports
    where day in (
      select distinct day from settlement_reports
      where (${since}::date is null or day > ${since}::date)
        and (${until}::date is null or day < ${until}::date)
      order by day ${direction} limit ${most})
    order by day desc, provider`.execute(db)
  return rows
}
