import type { ExtraWish } from '#modules/fleet/extra-departure.server.ts'
import type { ListedLine } from '#modules/timetable/extra-departures.server.ts'
import { oneLine } from '#platform/text/lines.ts'
import { readDate, readTime } from '#platform/typed-time.ts'

/** The fields of the form, as they were typed. */
export const FIELDS = [
  'kind',
  'line',
  'date',
  'time',
  'seats',
  'wheelchairs',
  'reason',
  'orderer',
] as const
export type Typed = Record<(typeof FIELDS)[number], string>

/** The longest reason or name; more is cut. */
export const MAX_LETTERS = 200

export function readTyped(query: URLSearchParams): Typed {
  const typed = FIELDS.map((name) => [name, query.get(name) ?? ''])
  return Object.fromEntries(typed) as Typed
}

/** What the fields mean, as far as they can be read. */
export function wishOf(typed: Typed): ExtraWish {
  const { line, kind } = typed
  const split = line.indexOf(':')
  const time = readTime(typed.time)
  return {
    origin: kind === 'charter' ? 'charter' : 'extra',
    directionId: readNumber(line.slice(0, Math.max(0, split))),
    routeId: line.slice(split + 1),
    date: readDate(typed.date),
    time: time ? Temporal.PlainTime.from(time) : undefined,
    seats: readNumber(typed.seats),
    wheelchairPlaces: readNumber(typed.wheelchairs),
    reason: readWords(typed.reason),
    orderedBy: readWords(typed.orderer),
  }
}

/** The value of a line in the form. */
export function writeLine({ routeId, directionId }: ListedLine): string {
  return `${directionId}:${routeId}`
}

/** NaN for anything but a whole number, which nothing here can be. */
function readNumber(text: string): number {
  return /^\d{1,3}$/.test(text.trim()) ? Number(text) : NaN
}

function readWords(text: string): string {
  return oneLine(text).slice(0, MAX_LETTERS)
}
