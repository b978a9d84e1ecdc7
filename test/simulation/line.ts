import { Hono } from 'hono'

import { openPort } from './port.ts'

/*
 * The connection between the shop and the bank. A test can stop a call on its way there, or its
 * response on the way back, see that it has got that far, do something else and let it continue. So
 * two concurrent operations run in a known order.
 */

export type Call = 'open' | 'find' | 'fetch' | 'close' | 'refund'
type Stop = {
  call: Call
  where: 'there' | 'back'
  arrived: PromiseWithResolvers<void>
  going: PromiseWithResolvers<void>
}
export type StoppedCall = { arrived: Promise<void>; letGo: () => void }
export type Line = {
  origin: string
  /** Stops the next call of this kind on its way there, or its response on the way back. */
  stopNext: (call: Call, where: 'there' | 'back') => StoppedCall
  /** The calls in the order they were made. */
  calls: Call[]
  /** The next calls time out for the shop; the bank receives them only later. */
  delayNext: (calls: number) => Promise<void>
  /** The bank now receives and processes the calls that timed out for the shop. */
  letThrough: () => Promise<void>
  stop: () => Promise<void>
}

/** Headers of one hop, not of the whole connection. */
const OF_THE_LINE_ITSELF = ['connection', 'content-length', 'keep-alive', 'transfer-encoding']

type Bank = {
  origin: string
  api: string
  nameCall: (method: string, path: string, body: string) => Call
}

export async function openLine(bank: Bank): Promise<Line> {
  const stops: Stop[] = []
  const calls: Call[] = []
  const late: (() => Promise<Response>)[] = []
  let toDelay = 0
  const app = new Hono()
  app.all(bank.api, async ({ req }) => {
    const sent = await req.text()
    const call = bank.nameCall(req.method, req.path, sent)
    calls.push(call)
    const stop = stops.findIndex((one) => one.call === call)
    const [stopped] = stop < 0 ? [] : stops.splice(stop, 1)
    if (stopped?.where === 'there') await pass(stopped)
    const { pathname, search } = new URL(req.url)
    const asked = {
      method: req.method,
      headers: req.raw.headers,
      ...(req.method === 'POST' && { body: sent }),
    }
    const ask = () => fetch(bank.origin + pathname + search, asked)
    if (toDelay > 0) {
      toDelay -= 1
      late.push(ask)
      // For the caller, a timeout and a 504 from a proxy mean the same: there is no response.
      return new Response(null, { status: 504 })
    }
    const response = await ask()
    const body = await response.arrayBuffer()
    if (stopped?.where === 'back') await pass(stopped)
    const headers = new Headers(response.headers)
    for (const name of OF_THE_LINE_ITSELF) headers.delete(name)
    return new Response(body, { status: response.status, headers })
  })
  app.onError((_cut, context) => context.body(null, 502))
  return {
    ...(await openPort(app)),
    calls,
    async delayNext(count) {
      toDelay = count
    },
    async letThrough() {
      toDelay = 0
      // These responses have no reader any more, so a lost one does not matter.
      for (const ask of late.splice(0)) {
        await ask().then(
          (answer) => answer.body?.cancel(),
          () => {},
        )
      }
    },
    stopNext(call, where) {
      const [arrived, going] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      stops.push({ call, where, arrived, going })
      return { arrived: arrived.promise, letGo: () => going.resolve() }
    },
  }
}

async function pass({ arrived, going }: Stop): Promise<void> {
  arrived.resolve()
  await going.promise
}
