import { parseArgs } from 'node:util'

import type { Assumptions } from '#modules/gtfs/assumptions.ts'

/** The parsed command; undefined if it is invalid. */
export type TimetableCommand = {
  source: string
  assumed: Assumptions
  dryRun: boolean
  takeOffSale: boolean
}

export const USAGE = `Usage: npm run timetable -- import <feed.zip or folder> [options]

  --dry-run                shows what would be made, removed and withdrawn, and changes nothing
  --take-off-sale          lets the feed take more than half of all departures off sale

Where the feed says nothing:
  --seats=50               seats of each bus
  --wheelchair-spaces=1    wheelchair spaces of each bus; without it none is sold
  --children=50%           what children pay: adult, free, or a share of the adult fare
  --students=adult         what students pay, the same way
  --infants=free           infants travel free, as the terms promise`

const OPTIONS = {
  seats: { type: 'string' },
  'wheelchair-spaces': { type: 'string' },
  children: { type: 'string' },
  students: { type: 'string' },
  infants: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  'take-off-sale': { type: 'boolean', default: false },
} as const

export function readCommand(words: readonly string[]): TimetableCommand | undefined {
  const asked = parse(words)
  const [command, source, ...more] = asked?.positionals ?? []
  if (!asked || command !== 'import' || !source || more.length > 0) return undefined

  const { seats, 'wheelchair-spaces': spaces, children, students, infants } = asked.values
  const shares = { child: share(children), student: share(students), infant: share(infants) }
  const assumed = {
    seats: wholeNumber(seats, 1, 200),
    wheelchairSpaces: wholeNumber(spaces, 0, 20),
  }
  const answers = [...Object.values(shares), ...Object.values(assumed)]
  if (answers.includes(undefined) || shares.infant) return undefined
  const { 'dry-run': dryRun, 'take-off-sale': takeOffSale } = asked.values
  return { source, assumed: { ...assumed, shares } as Assumptions, dryRun, takeOffSale }
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

/** A percentage of the adult fare. */
function share(given: string | undefined) {
  if (given === undefined) return null
  if (given === 'adult') return 100
  return given === 'free' ? 0 : wholeNumber(given.replace(/%$/, ''), 0, 100)
}
