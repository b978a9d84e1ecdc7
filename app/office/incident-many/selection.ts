import { isManyDelay } from '#modules/dispatch/delay.ts'
import type { Selection } from '#modules/incidents/incident/concerned.server.ts'
import type { StopSelection } from '#modules/incidents/stops/close-stop.server.ts'
import type { LateSelection, ManyDelay } from '#modules/incidents/times/delay-departures.server.ts'
import { OFFERED_SHARE } from '#modules/rules/rules.ts'
import { UUID } from '#platform/ids.ts'
import { isBefore, TIME_ZONE } from '#platform/time.ts'
import { readLocalMoment } from '#platform/typed-time.ts'

/** The event: the buses do not run, are late, do not serve a stop, or stop at another place near by. */
export const EVENTS = ['cancel', 'late', 'close', 'move'] as const
export type Event = (typeof EVENTS)[number]

/** Buses are late from their next stop on, or from the chosen stop. */
export const LATE_FROM = ['next', 'stop'] as const
export type LateFrom = (typeof LATE_FROM)[number]

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
  /** Departures that match and are left out all the same. */
  without: string[]
  /** As typed: the minutes by which all are late. */
  minutes: string
  lateFrom: LateFrom
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
  const [day, from, until] = [fieldOf('day'), fieldOf('from'), fieldOf('until')]
  const [stop, minutes] = [fieldOf('stop'), fieldOf('minutes').trim()]
  const routes = query.getAll('route').filter((route) => route !== '')
  const what = EVENTS.find((one) => one === query.get('what')) ?? 'cancel'
  const departure = UUID.test(fieldOf('departure')) ? fieldOf('departure') : ''
  const without = query.getAll('without').filter((id) => UUID.test(id))
  const percent = PERCENTS.find((one) => String(one) === query.get('percent')) ?? PERCENTS[0]
  const lateFrom = LATE_FROM.find((one) => one === query.get('late-from')) ?? 'next'
  const [since, end] = [from, until].map((time) => readLocalMoment(`${day}T${time}`))
  const fields = { what, day, from, until, stop, routes, departure, without }
  const chosen = { ...fields, minutes, lateFrom, percent }
  if (!since || !end || !isEnough(chosen)) return { ...chosen, selection: undefined }
  const isSameDay = isBefore(since, end)
  const selection = {
    since,
    until: isSameDay ? end : nextDay(end),
    routeIds: routes,
    stopId: stop || undefined,
    departureId: departure || undefined,
    withoutIds: without,
  }
  return { ...chosen, selection: { ...selection, ...MEANT[what] } }
}

/** The departures that each event concerns. */
const MEANT: Record<Event, Pick<Selection, 'isStopAlone' | 'isOnRoadToo'>> = {
  cancel: {},
  late: { isOnRoadToo: true },
  close: { isStopAlone: true },
  move: { isStopAlone: true },
}

/** Whether the form says which buses and, if they are late, by how much and from where. */
function isEnough({ what, stop, routes, minutes, lateFrom }: Omit<Chosen, 'selection'>): boolean {
  if (what === 'close' || what === 'move') return stop !== ''
  if (stop === '' && routes.length === 0) return false
  if (what === 'cancel') return true
  const isPossible = /^\d{1,4}$/.test(minutes) && isManyDelay(Number(minutes))
  return isPossible && (lateFrom === 'next' || stop !== '')
}

/** A selection whose stop is to be closed or moved; undefined for one of buses that do not run. */
export function ofStop({ selection }: Pick<Chosen, 'selection'>): StopSelection | undefined {
  const { stopId, isStopAlone } = selection ?? {}
  return selection && stopId && isStopAlone ? { ...selection, stopId, isStopAlone } : undefined
}

/** The delay of buses that are late, with their selection; undefined for another event. */
export function ofDelay({
  selection,
  minutes,
  lateFrom,
}: Pick<Chosen, 'selection' | 'minutes' | 'lateFrom'>):
  | (ManyDelay & { selection: LateSelection })
  | undefined {
  if (!selection?.isOnRoadToo) return undefined
  const fromStopId = lateFrom === 'stop' ? selection.stopId : undefined
  const onRoadToo = { ...selection, isOnRoadToo: selection.isOnRoadToo }
  return { selection: onRoadToo, minutes: Number(minutes), fromStopId }
}

function nextDay(moment: Temporal.Instant): Temporal.Instant {
  return moment.toZonedDateTimeISO(TIME_ZONE).add({ days: 1 }).toInstant()
}
