import cluster from 'node:cluster'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { collectDefaultMetrics } from 'prom-client'

import { tellMetrics } from '#platform/cluster/metrics.server.ts'
import { log } from '#platform/log.server.ts'
import { metrics } from '#platform/metrics/metrics.server.ts'
import { SettingsError, type Settings } from '#platform/settings/env.server.ts'

import { measureDatabase } from './database-metrics.server.ts'

type Port = { stop: () => Promise<void> }
type Where = Pick<Settings, 'METRICS_PORT' | 'METRICS_HOST'>

const NOTHING: Port = { stop: async () => {} }

/**
 * Serves the metrics at `/metrics` of METRICS_PORT, and beside them `/healthz` while it lives, for the site and for the jobs; without that
 * setting it opens nothing and measures nothing. Several workers of one machine share the port: each
 * calls this and hands its numbers to the primary process, which calls it too, serves their sum, and
 * alone asks the database.
 *
 * @throws {SettingsError} if the port cannot be had
 */
export async function openMetrics({ METRICS_PORT, METRICS_HOST }: Where): Promise<Port> {
  if (!METRICS_PORT) return NOTHING
  collectDefaultMetrics({ register: metrics })
  if (cluster.isWorker) return NOTHING
  measureDatabase()

  const server = createServer((request, answer) => void reply(request, answer))
  const { promise: isOpen, resolve, reject } = Promise.withResolvers<void>()
  server.on('listening', resolve)
  server.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    const taken = `another program has port ${METRICS_PORT}`
    reject(new SettingsError([`METRICS_PORT: ${code === 'EADDRINUSE' ? taken : message}`]))
  })
  server.listen(METRICS_PORT, METRICS_HOST)
  await isOpen
  return {
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function reply({ method, url }: IncomingMessage, answer: ServerResponse): Promise<void> {
  // The jobs have no other port at which they could be asked whether they live.
  if (method === 'GET' && url === '/healthz') {
    answer.writeHead(200, { 'Content-Type': 'application/json' }).end('{"ok":true}')
    return
  }
  if (method !== 'GET' || url !== '/metrics') {
    answer.writeHead(404).end()
    return
  }
  try {
    const told = await tellMetrics()
    answer.writeHead(200, { 'Content-Type': metrics.contentType }).end(told)
  } catch (error) {
    log.warn({ err: error }, 'The metrics cannot be told')
    answer.writeHead(503).end()
  }
}
