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
 * Ratios and sizes, measured side by side in one run: `npm run bench -- pages`. Never a timed test.
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

const wanted = process.argv[2] ?? ''
const bench = BENCHES[wanted]
if (!bench) {
  process.stderr.write(`Say what to measure: ${Object.keys(BENCHES).join(', ')}\n`)
  process.exit(2)
}
await bench()
