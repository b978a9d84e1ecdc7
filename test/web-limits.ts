export const LIMITS = ['statement_timeout', 'lock_timeout']

/** For tests of the limits themselves, before the first query: the database is as impatient as for visitors. */
export function keepWebLimits(): void {
  const url = new URL(process.env.DATABASE_URL ?? '')
  for (const limit of LIMITS) url.searchParams.delete(limit)
  process.env.DATABASE_URL = url.href
}
