import { parseArgs } from 'node:util'

import { CATEGORY_RULES } from '#modules/fares/passengers.ts'
import {
  mapShares,
  type Assumptions,
  type ReducedCategory,
} from '#modules/gtfs/timetable/assumptions.ts'

/** The parsed command; undefined if it is invalid. */
export type TimetableCommand = {
  source: string
  assumed: Assumptions
  dryRun: boolean
  takeOffSale: boolean
  replaceFares: boolean
}

const MAX_OPTION = 25

export const USAGE = `Usage: npm run timetable -- import <feed.zip or folder> [options]

  --dry-run                shows what would be made, removed and withdrawn, and changes nothing
  --fares=feed             replaces the fares of the office by those of the feed, which
                           serve otherwise where there is no fare
  --take-off-sale          lets the feed take more than half of what is sold off sale

Where the feed says nothing:
  --seats=50               seats of each bus
  --wheelchair-spaces=1    wheelchair spaces of each bus; without it none is sold
${Object.values(mapShares(describeShare)).join('\n')}`

function describeShare(category: ReducedCategory): string {
  const { field, onLap } = CATEGORY_RULES[category]
  const [answer, meaning] = onLap
    ? ['free', `${field} travel free, as the terms promise`]
    : ['50%', `what ${field} pay: adult, free, or a share of the adult fare`]
  return `  ${`--${field}=${answer}`.padEnd(MAX_OPTION)}${meaning}`
}

const OPTIONS = {
  seats: { type: 'string' },
  'wheelchair-spaces': { type: 'string' },
  ...Object.fromEntries(
    Object.values(mapShares((category) => CATEGORY_RULES[category].field)).map((name) => {
      return [name, { type: 'string' } as const]
    }),
  ),
  'dry-run': { type: 'boolean', default: false },
  'take-off-sale': { type: 'boolean', default: false },
  fares: { type: 'string' },
} as const

export function readCommand(words: readonly string[]): TimetableCommand | undefined {
  const asked = parse(words)
  const [command, source, ...more] = asked?.positionals ?? []
  if (!asked || command !== 'import' || !source || more.length > 0) return undefined

  const { seats, 'wheelchair-spaces': spaces } = asked.values
  const said: Readonly<Record<string, unknown>> = asked.values
  const shares = mapShares((category) => readShare(category, said[CATEGORY_RULES[category].field]))
  const assumed = {
    seats: wholeNumber(seats, 1, 200),
    wheelchairSpaces: wholeNumber(spaces, 0, 20),
  }
  const answers = [...Object.values(shares), ...Object.values(assumed)]
  const { 'dry-run': dryRun, 'take-off-sale': takeOffSale, fares } = asked.values
  if (answers.includes(undefined) || (fares ?? 'feed') !== 'feed') return undefined
  const replaceFares = fares === 'feed'
  return {
    source,
    assumed: { ...assumed, shares } as Assumptions,
    dryRun,
    takeOffSale,
    replaceFares,
  }
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true })
  } catch {
    return undefined
  }
}

/** Null: not given. Undefined: invalid. */
function wholeNumber(given: string | undefined, least: number, most: number) {
  if (given === undefined) return null
  const number = /^\d{1,3}$/.test(given) ? Number(given) : NaN
  return number >= least && number <= most ? number : undefined
}

/**
 * As a percentage of the adult fare; for passengers on laps only `free`, which the terms promise.
 */
function readShare(category: ReducedCategory, given: unknown) {
  if (typeof given !== 'string') return null
  if (given === 'free') return 0
  if (CATEGORY_RULES[category].onLap) return undefined
  return given === 'adult' ? 100 : wholeNumber(given.replace(/%$/, ''), 0, 100)
}
