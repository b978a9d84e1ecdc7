import type { Selection } from '#modules/incidents/concerned.server.ts'
import { OFFERED_SHARE } from '#modules/rules/rules.ts'
import { isBefore, TIME_ZONE } from '#platform/time.ts'

/** The form: its fields as they were sent, and the selection that they make once they are complete. */
export type Chosen = {
  day: string
  from: string
  until: string
  stop: string
  routes: string[]
  /** The share of free seats on other buses that may be kept, in percent. */
  percent: number
  selection: Selection | undefined
}

/** The share of the free seats of other buses that may be kept, in percent; the first is the rule's. */
export const PERCENTS = [OFFERED_SHARE * 100, 70, 80, 90, 100] as const

/**
 * The selection in an address. Without a stop or a route it selects nothing, so that nobody cancels
 * every bus by an empty form. A window that ends before it begins ends on the next day.
 */
export function readSelection(query: URLSearchParams): Chosen {
  const fieldOf = (name: string) => query.get(name) ?? ''
  const [day, from, until, stop] = [
    fieldOf('day'),
    fieldOf('from'),
    fieldOf('until'),
    fieldOf('stop'),
  ]
  const routes = query.getAll('route').filter((route) => route !== '')
  const percent = PERCENTS.find((one) => String(one) === query.get('percent')) ?? PERCENTS[0]
  const [since, end] = [momentOf(day, from), momentOf(day, until)]
  const chosen = { day, from, until, stop, routes, percent }
  const isNarrowed = stop !== '' || routes.length > 0
  if (!since || !end || !isNarrowed) return { ...chosen, selection: undefined }
  const isSameDay = isBefore(since, end)
  const selection = { since, until: isSameDay ? end : nextDay(end), routeIds: routes }
  return { ...chosen, selection: { ...selection, stopId: stop || undefined } }
}

function nextDay(moment: Temporal.Instant): Temporal.Instant {
  return moment.toZonedDateTimeISO(TIME_ZONE).add({ days: 1 }).toInstant()
}

/** A day and a time of the address; undefined for anything else. */
function momentOf(day: string, time: string): Temporal.Instant | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || !/^\d\d:\d\d$/.test(time)) return undefined
  try {
    const plainTime = Temporal.PlainTime.from(time)
    return Temporal.PlainDate.from(day)
      .toZonedDateTime({ timeZone: TIME_ZONE, plainTime })
      .toInstant()
  } catch {
    return undefined
  }
}
