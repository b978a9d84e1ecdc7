import { TEXT_ATTACKS } from './attacks-by-text.ts'
import { ACCOUNT_ATTACKS } from './attacks-on-accounts.ts'
import { BUS_ATTACKS } from './attacks-on-buses.ts'
import { PAGE_ATTACKS } from './attacks-on-pages.ts'
import { PEOPLE_ATTACKS } from './attacks-on-people.ts'
import { openShop } from './shop.ts'
import { openSiege, printHead } from './siege.ts'
import { machineNow, say } from './table.ts'

const ATTACKS = [
  ...TEXT_ATTACKS,
  ...BUS_ATTACKS,
  ...ACCOUNT_ATTACKS,
  ...PAGE_ATTACKS,
  ...PEOPLE_ATTACKS,
]

/**
 * Attacks by single people with a script, one after the other, each with an honest visitor beside
 * it who searches for a bus. No flood that fills the network is among them: no program helps
 * against that.
 */
export async function benchAttack(): Promise<void> {
  say(machineNow())
  const shop = await openShop()
  try {
    const siege = await openSiege(shop)
    printHead()
    for (const attack of ATTACKS) await siege.withstand(attack)
    siege.tellStrange()
    await siege.end()
    await shop.checkBooks()
  } finally {
    await shop.close()
  }
}
