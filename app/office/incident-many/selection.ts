import type { StopSelection } from '#modules/incidents/close-stop.server.ts'
import type { Selection } from '#modules/incidents/concerned.server.ts'
import { OFFERED_SHARE } from '#modules/rules/rules.ts'
import { UUID } from '#platform/ids.ts'
import { isBefore, TIME_ZONE } from '#platform/time.ts'

/** The event: the buses do not run, do not serve a stop, or stop at another place near by. */
export const EVENTS = ['cancel', 'close', 'move'] as const
export type Event = (typeof EVENTS)[number]

/** The form: its fields as they were sent, and the selection that they make once they are complete. */
export type Chosen = {
  what: Event
  day: string
  from: string
  until: string
  stop: string
  routes: string[]
  /** One departure alone; empty for all. */
  departure: string
  /** The share of free seats on other buses that may be kept, in percent. */
  percent: number
  selection: Selection | undefined
}

/** The share of the free seats of other buses that may be kept, in percent; the first is the rule's. */
export const PERCENTS = [OFFERED_SHARE * 100, 70, 80, 90, 100] as const

/**
 * The selection in an address. Without a stop or a route it selects nothing, so that nobody cancels
 * every bus by an empty form; a stop is not closed without one. A window that ends before it begins ends on the next day.
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
  const what = EVENTS.find((one) => one === query.get('what')) ?? 'cancel'
  const departure = UUID.test(fieldOf('departure')) ? fieldOf('departure') : ''
  const percent = PERCENTS.find((one) => String(one) === query.get('percent')) ?? PERCENTS[0]
  const [since, end] = [momentOf(day, from), momentOf(day, until)]
  const chosen = { what, day, from, until, stop, routes, departure, percent }
  const isNarrowed = stop !== '' || (what === 'cancel' && routes.length > 0)
  if (!since || !end || !isNarrowed) return { ...chosen, selection: undefined }
  const isSameDay = isBefore(since, end)
  const selection = {
    since,
    until: isSameDay ? end : nextDay(end),
    routeIds: routes,
    stopId: stop || undefined,
    departureId: departure || undefined,
  }
  return {
    ...chosen,
    selection: what === 'cancel' ? selection : { ...selection, isStopAlone: true },
  }
}

/** A selection whose stop is to be closed or moved; undefined for one of buses that do not run. */
export function ofStop({ selection }: Pick<Chosen, 'selection'>): StopSelection | undefined {
  const { stopId, isStopAlone } = selection ?? {}
  return selection && stopId && isStopAlone ? { ...selection, stopId, isStopAlone } : undefined
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
