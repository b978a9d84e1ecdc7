import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'

import { log } from '#platform/log.server.ts'

import { showFault, showMissing } from './answers.ts'
import { makeApi } from './api.ts'
import { NO_CHAOS } from './chaos.ts'
import { makeCheckout } from './checkout.ts'
import { makeControl } from './control.ts'
import { startCourier } from './courier.server.ts'
import type { BankEnv, Desk } from './desk.ts'
import { startOutages } from './outages.ts'
import { openStore } from './store.server.ts'

export type BankOptions = {
  /** 0 takes any free port. */
  port: number
  host: string
  databaseFile: string
  /** What the shop shows to the bank, and what the bank signs its callbacks with. */
  key: string
  secret: string
  /** Opens /control, by which tests make things happen. */
  control: boolean
}

export type Bank = {
  /** Always 127.0.0.1, so that a shop on localhost is another site to browsers, as it would be. */
  origin: string
  stop(): Promise<void>
}

const LONGEST_REQUEST = 64 * 1024

/** Opens the pretend bank. What it wrote down before it was stopped or killed, it still knows. */
export async function startBank(options: BankOptions): Promise<Bank> {
  const store = openStore(options.databaseFile)
  const courier = startCourier({ store, secret: options.secret })
  let origin = ''
  const app = makeApp({
    desk: {
      store,
      courier,
      outages: startOutages(),
      key: options.key,
      chaos: NO_CHAOS,
      origin: () => origin,
    },
    control: options.control,
  })

  const server = createAdaptorServer({ fetch: app.fetch })
  const close = async () => {
    const { promise, resolve: closed } = Promise.withResolvers<void>()
    server.close(() => closed())
    if ('closeAllConnections' in server) server.closeAllConnections()
    await Promise.all([promise, courier.stop()])
    store.close()
  }
  try {
    await new Promise<void>((opened, failed) => {
      server.once('error', failed)
      server.listen(options.port, options.host, opened)
    })
  } catch (error) {
    await courier.stop()
    store.close()
    throw error
  }
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let closing: Promise<void> | undefined
  return { origin, stop: () => (closing ??= close()) }
}

function makeApp({ desk, control }: { desk: Desk; control: boolean }): Hono<BankEnv> {
  const app = new Hono<BankEnv>()
  app.use(async (c, next) => {
    await next()
    c.header('X-Content-Type-Options', 'nosniff')
  })
  app.use('/api/*', bodyLimit({ maxSize: LONGEST_REQUEST }))
  app.route('/api', makeApi(desk))
  if (control) app.route('/control', makeControl(desk))
  app.route('/', makeCheckout(desk))
  app.notFound(showMissing)
  app.onError((error, c) => {
    log.error({ err: error }, 'Bank: a request failed')
    return c.req.path.startsWith('/api/') ? c.json({ error: 'fault' }, 500) : showFault(c)
  })
  return app
}
