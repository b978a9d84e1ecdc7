import jsQR from 'jsqr'
import { decodeQR } from 'qr/decode.js'

import { openFinder } from '#phone/camera/find-code.ts'
import { CONDITIONS, hold, type Condition } from '#test/fixtures/camera/conditions.ts'
import type { Frame, Sheet } from '#test/fixtures/camera/photograph.ts'

import { median, print, say } from './table.ts'
import { makeSheets } from './ticket-sheets.ts'

/*
 * Whether a phone reads the codes of our tickets. It takes 15 frames a second, is four times as slow as
 * this processor, and has read a code if it says so within a second and a half.
 */

/** Codes under each condition; TRIES=20 is enough for a look. */
const TRIES = Number(process.env.TRIES ?? 100)
/** ONLY=cracked measures the conditions with this word. */
const ONLY = process.env.ONLY ?? ''
/** READERS=0 measures our reader alone. */
const WITH_OTHERS = process.env.READERS !== '0'
const MOST_MILLISECONDS = 1500
const FRAME_MILLISECONDS = 1000 / 15
const SLOWNESS = 4

type Look = (frame: Frame) => string | null

const OURS = () => {
  const finder = openFinder()
  return (frame: Frame) => finder.find(frame)
}
/** Decoders that need neither eval nor WebAssembly, which no page of ours allows. */
const OTHERS: Record<string, () => Look> = {
  'qr, each frame as it is': () => (frame) => {
    try {
      return decodeQR(frame)
    } catch {
      return null
    }
  },
  'jsQR, each frame as it is': () => (frame) =>
    jsQR(frame.data, frame.width, frame.height, { inversionAttempts: 'dontInvert' })?.data ?? null,
}

/** The codes that are read in time, and how fast, under each condition. */
export async function benchCodes(): Promise<void> {
  const kinds = await makeSheets()
  const readers = { 'our reader': OURS, ...(WITH_OTHERS && OTHERS) }
  for (const [name, open] of Object.entries(readers)) {
    say(`${name}: of ${TRIES} codes, read in the first frame and within ${MOST_MILLISECONDS} ms`)
    print('', 'first', 'in time', 'median ms', '95 % ms', 'CPU a frame')
    for (const { what, sheets } of kinds) {
      for (const condition of CONDITIONS.filter((one) => one.includes(ONLY)))
        measure(`${what}, ${condition}`, { open, sheets, condition })
    }
  }
}

type Measured = { open: () => Look; sheets: readonly Sheet[]; condition: Condition }

function measure(name: string, { open, sheets, condition }: Measured): void {
  const read = (seed: number) => {
    const sheet = sheets[seed % sheets.length]!
    return readOne(open(), { take: hold(sheet, condition, seed), text: sheet.code.text })
  }
  read(TRIES) // the first one compiles
  const tries = Array.from({ length: TRIES }, (_, seed) => read(seed))
  const times = tries.flatMap(({ after }) => after ?? []).toSorted((a, b) => a - b)
  print(
    name,
    tries.filter(({ frames, after }) => frames === 1 && after !== undefined).length,
    times.length,
    Math.round(median(times)),
    Math.round(times[Math.floor(times.length * 0.95)] ?? Number.NaN),
    median(tries.map(({ cpu, frames }) => cpu / frames)).toFixed(1),
  )
}

type Held = { take: (frame: number) => Frame; text: string }

/** The milliseconds after which a slow phone has read it, by its own clock. */
function readOne(look: Look, { take, text }: Held) {
  let clock = 0
  let cpu = 0
  for (let frame = 0; ; frame++) {
    const shown = take(frame)
    const { user, system } = process.cpuUsage()
    const found = look(shown)
    const used = process.cpuUsage({ user, system })
    const milliseconds = (used.user + used.system) / 1000
    cpu += milliseconds
    clock += Math.max(FRAME_MILLISECONDS, SLOWNESS * milliseconds)
    const isRead = found === text && clock <= MOST_MILLISECONDS
    if (isRead || clock > MOST_MILLISECONDS) {
      return { frames: frame + 1, cpu, after: isRead ? clock : undefined }
    }
  }
}
