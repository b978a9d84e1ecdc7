import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { benchAttack } from './attack.ts'
import { benchCodes } from './codes.ts'
import { benchManyStops } from './many-stops.ts'
import { benchOffice } from './office/bench-office.ts'
import { benchOrders } from './orders.ts'
import { benchPages } from './pages.ts'
import { benchPeople } from './people.ts'
import { benchSearch } from './search.ts'
import { benchWatch } from './watch.ts'

/*
 * Ratios and sizes, measured side by side in one run: `npm run bench` measures everything, and
 * `npm run bench -- pages` one part. A budget that is missed ends it with 1. Never a timed test.
 */
const BENCHES: Record<string, () => Promise<void>> = {
  pages: benchPages,
  orders: benchOrders,
  search: benchSearch,
  people: benchPeople,
  stops: benchManyStops,
  office: benchOffice,
  attack: benchAttack,
  watch: benchWatch,
  codes: benchCodes,
}

const [wanted] = process.argv.slice(2)
const bench = wanted === undefined ? benchAll : BENCHES[wanted]
if (!bench) {
  process.stderr.write(`There is only: ${Object.keys(BENCHES).join(', ')}\n`)
  process.exit(2)
}
await bench()

/** Each in a program of its own, one after the other, so that none warms up the next. */
async function benchAll(): Promise<void> {
  for (const name of Object.keys(BENCHES)) {
    process.stdout.write(`\n${name}\n`)
    const one = spawn(process.execPath, [import.meta.filename, name], { stdio: 'inherit' })
    const [code] = (await once(one, 'exit')) as [number | null]
    if (code !== 0) process.exitCode = 1
  }
}
