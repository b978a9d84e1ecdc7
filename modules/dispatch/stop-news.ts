import type { Locale } from '#platform/locale.ts'

/** A stop that a bus does not serve, or the place where it stops instead. */
export type StopNews = { stopId: string; movedTo: Record<Locale, string> | null }
