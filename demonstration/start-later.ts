import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import type { Settings } from '#platform/settings/env.server.ts'

import { STDIO_WITH_CHANNEL } from './end-with-parent.ts'

/** The site has answered its first visitors by then. */
const MILLISECONDS_BEFORE = 5000
const PROGRAM = join(import.meta.dirname, 'run.ts')

/**
 * Whether the site starts with an invented past: a demonstration only, and never live mode. Its
 * bookings need the records of our own bank; another provider takes money of today alone.
 */
export function isCompanyWanted(settings: Settings): boolean {
  const { MODE, DEMONSTRATION_COMPANY, PAYMENT_PROVIDER, BANK_URL } = settings
  const hasOwnBank = PAYMENT_PROVIDER === 'sandbox' && !BANK_URL
  return MODE === 'demonstration' && DEMONSTRATION_COMPANY === 'on' && hasOwnBank
}

/** Gives the demonstration its past, in a program of its own that ends with the site. */
export function startCompanyLater(site: { databaseUrl: string; origin: string }) {
  const stopping = new AbortController()
  const running = runLater(site, stopping.signal).catch(() => {})
  const stop = async () => {
    stopping.abort()
    await running
  }
  return { stop }
}

async function runLater(
  { databaseUrl, origin }: { databaseUrl: string; origin: string },
  signal: AbortSignal,
) {
  await pause(MILLISECONDS_BEFORE, undefined, { signal })
  // Without a mail server: nothing is sent to people who were invented.
  const more = { DATABASE_URL: databaseUrl, SITE_URL: origin, SMTP_URL: '' }
  const env = { ...process.env, ...more }
  const child = spawn(process.execPath, [PROGRAM], { env, stdio: [...STDIO_WITH_CHANNEL], signal })
  await once(child, 'exit')
}
