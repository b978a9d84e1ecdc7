import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import type { AddressInfo } from 'node:net'

import { log } from '#platform/log.server.ts'

import { showFault, showMissing } from './answers.ts'
import { makeCheckout } from './checkout.ts'
import type { BankContext } from './context.ts'
import { makeControl } from './control.ts'
import { NO_FAULTS } from './fault-settings.ts'
import { startFaults } from './faults.ts'
import type { FullProtocol } from './full-protocol.ts'
import type { BankEnv } from './hono-env.ts'
import { OWN_PROTOCOL } from './own-protocol.ts'
import { openStore } from './store.server.ts'
import { startWebhooks } from './webhooks.server.ts'

export type BankOptions = {
  /** 0 picks any free port. */
  port: number
  host: string
  databaseFile: string
  /** The shop's bearer token, and the secret that signs callbacks. */
  key: string
  secret: string
  /** The origin of its pages, if browsers reach them through a proxy. */
  pageOrigin?: string | undefined
  /** The address of the one shop that it calls; otherwise it calls shops on this machine only. */
  shopUrl?: string | undefined
  /** Opens /control, by which tests cause events and faults. */
  control: boolean
  /** For tests, which let the bank speak another company's protocol. */
  protocol?: FullProtocol
}

export type Bank = {
  /**
   * For programs on this machine, and for browsers unless there is a `pageOrigin`. Always 127.0.0.1,
   * so that for browsers a shop on localhost is another site, as it would be in reality.
   */
  origin: string
  stop(): Promise<void>
}

/** Starts the sandbox bank. It keeps its records when it is stopped or killed. */
export async function startBank(options: BankOptions): Promise<Bank> {
  const store = openStore(options.databaseFile)
  const { protocol = OWN_PROTOCOL, secret, shopUrl, pageOrigin } = options
  const webhooks = startWebhooks({ store, protocol, secret, shopUrl })
  let origin = ''
  const context: BankContext = {
    store,
    webhooks,
    protocol,
    faults: startFaults(),
    key: options.key,
    faultSettings: NO_FAULTS,
    origin: () => pageOrigin ?? origin,
  }
  const app = makeApp({ context, api: protocol.makeApi(context), control: options.control })

  const server = createAdaptorServer({ fetch: app.fetch })
  const close = async () => {
    const { promise, resolve: closed } = Promise.withResolvers<void>()
    server.close(() => closed())
    if ('closeAllConnections' in server) server.closeAllConnections()
    await Promise.all([promise, webhooks.stop()])
    store.close()
  }
  try {
    await new Promise<void>((opened, failed) => {
      server.once('error', failed)
      server.listen(options.port, options.host, opened)
    })
  } catch (error) {
    await webhooks.stop()
    store.close()
    throw error
  }
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let closing: Promise<void> | undefined
  return { origin, stop: () => (closing ??= close()) }
}

type Parts = { context: BankContext; api: Hono<BankEnv>; control: boolean }

function makeApp({ context, api, control }: Parts): Hono<BankEnv> {
  const app = new Hono<BankEnv>()
  app.use(async (c, next) => {
    await next()
    c.header('X-Content-Type-Options', 'nosniff')
  })
  app.route('/', api)
  if (control) app.route('/control', makeControl(context))
  app.route('/', makeCheckout(context))
  app.notFound(showMissing)
  app.onError((error, c) => {
    log.error({ err: error }, 'Bank: a request failed')
    return showFault(c)
  })
  return app
}
