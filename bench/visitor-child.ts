import { setTimeout as pause } from 'node:timers/promises'

import { AS_A_BROWSER } from '#e2e/support/as-sent.ts'

import type { Waited } from './visitor.ts'

/*
 * A separate program, since the attacking one is busy: a visitor who searches for a bus repeatedly
 * while asked to, from an address that no attack uses.
 */

const ADDRESS = '198.51.100.7'
const PAUSE_MILLISECONDS = 40
const ASKED = { healthz: '/healthz', search: '/book-now?from=NIC&to=LCA' } as const

const [, , site = ''] = process.argv
let looking = new AbortController()

process.on('message', (word) => {
  looking.abort()
  looking = new AbortController()
  if (word === 'begin') void look(looking.signal)
})

async function look(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    for (const [what, path] of Object.entries(ASKED)) {
      process.send?.(await ask(what as keyof typeof ASKED, path))
      await pause(PAUSE_MILLISECONDS)
    }
  }
  process.send?.('done')
}

/** A site that does not respond at all has the status 0. */
async function ask(what: keyof typeof ASKED, path: string): Promise<Waited> {
  const began = performance.now()
  const headers = { ...AS_A_BROWSER, 'x-forwarded-for': ADDRESS }
  let status = 0
  try {
    const answer = await fetch(site + path, { headers })
    await answer.arrayBuffer()
    status = answer.status
  } catch {
    await pause(PAUSE_MILLISECONDS)
  }
  return { what, milliseconds: performance.now() - began, status }
}
