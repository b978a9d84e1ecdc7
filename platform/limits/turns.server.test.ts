import { expect, test } from 'vitest'

import { underRequestId } from '#platform/requests/request-id.server.ts'

import { LineFullError, openLine } from './turns.server.ts'

const BOUNDS = { atOnce: 2, mostWaiting: 8, mostWaitingOfOne: 4 }

/** Work that ends on command, in the order in which it began. */
function openSite() {
  const inTurn = openLine(BOUNDS)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (name: string, address: string) =>
    underRequestId(address, () =>
      inTurn(async () => {
        begun.push(name)
        const { promise, resolve } = Promise.withResolvers<void>()
        ends.push(resolve)
        await promise
        return name
      }).catch((error: unknown) => error),
    )
  const endAll = async () => {
    await new Promise(setImmediate)
    for (let next = ends.shift(); next; next = ends.shift()) {
      next()
      await new Promise(setImmediate)
    }
  }
  return { begun, ask, endAll }
}

test('a few run at once, some wait, and the rest are refused', async () => {
  const { begun, ask, endAll } = openSite()
  const asked = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => ask(name, '192.0.2.1'))
  await new Promise(setImmediate)
  expect(begun).toEqual(['a', 'b'])
  expect(await asked[6]).toBeInstanceOf(LineFullError)
  await endAll()
  expect(await Promise.all(asked.slice(0, 6))).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  const again = ask('again', '192.0.2.1')
  await endAll()
  expect(await again).toBe('again')
})

test('addresses are served in turn, however many requests one of them has', async () => {
  const { begun, ask, endAll } = openSite()
  const asked = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7'].map((name) => ask(name, '2001:db8::1'))
  asked.push(ask('b1', '192.0.2.2'), ask('b2', '192.0.2.2'), ask('c1', '192.0.2.3'))
  await endAll()
  await Promise.all(asked)
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2', 'a5', 'a6'])
})

test('one rented network fills its own places but not all of them; many networks fill all', async () => {
  const { ask, endAll } = openSite()
  const network = Array.from({ length: 20 }, (_, place) => ask('x', `2001:db8::${place}`))
  const others = Array.from({ length: 6 }, (_, place) => ask('y', `192.0.2.${place}`))
  await endAll()
  expect([await countServed(network), await countServed(others)]).toEqual([6, 4])
})

test('failed work gives its turn back', async () => {
  const inTurn = openLine({ atOnce: 1, mostWaiting: 0, mostWaitingOfOne: 0 })
  const fail = () => inTurn(() => Promise.reject(new Error('no')))
  await expect(fail()).rejects.toThrow('no')
  await expect(fail()).rejects.toThrow('no')
})

async function countServed(asked: Promise<unknown>[]): Promise<number> {
  return (await Promise.all(asked)).filter((one) => typeof one === 'string').length
}
