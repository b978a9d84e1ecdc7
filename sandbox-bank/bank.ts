import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import type { AddressInfo } from 'node:net'

import { log } from '#platform/log.server.ts'

import { showFault, showMissing } from './answers.ts'
import { makeCheckout } from './checkout.ts'
import type { Desk } from './context.ts'
import { makeControl } from './control.ts'
import { NO_CHAOS } from './fault-settings.ts'
import { startOutages } from './faults.ts'
import type { FullProtocol } from './full-protocol.ts'
import type { BankEnv } from './hono-env.ts'
import { OWN_FACE } from './own-protocol.ts'
import { openStore } from './store.server.ts'
import { startCourier } from './webhooks.server.ts'

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
  /** For tests, which let it speak as another company does. */
  face?: FullProtocol
}

export type Bank = {
  /** Always 127.0.0.1, so that a shop on localhost is another site to browsers, as it would be. */
  origin: string
  stop(): Promise<void>
}

/** Opens the pretend bank. What it wrote down before it was stopped or killed, it still knows. */
export async function startBank(options: BankOptions): Promise<Bank> {
  const store = openStore(options.databaseFile)
  const { face = OWN_FACE } = options
  const courier = startCourier({ store, face, secret: options.secret })
  let origin = ''
  const desk: Desk = {
    store,
    courier,
    face,
    outages: startOutages(),
    key: options.key,
    chaos: NO_CHAOS,
    origin: () => origin,
  }
  const app = makeApp({ desk, api: face.makeApi(desk), control: options.control })

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

type Parts = { desk: Desk; api: Hono<BankEnv>; control: boolean }

function makeApp({ desk, api, control }: Parts): Hono<BankEnv> {
  const app = new Hono<BankEnv>()
  app.use(async (c, next) => {
    await next()
    c.header('X-Content-Type-Options', 'nosniff')
  })
  app.route('/', api)
  if (control) app.route('/control', makeControl(desk))
  app.route('/', makeCheckout(desk))
  app.notFound(showMissing)
  app.onError((error, c) => {
    log.error({ err: error }, 'Bank: a request failed')
    return showFault(c)
  })
  return app
}
