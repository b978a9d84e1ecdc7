import process from 'node:process'

import { env } from './env.server.ts'

/*
 * Places at which a power cut would hurt most, by name, so that a test can have one happen exactly
 * there (I9). Nothing happens at any of them unless CRASH_AT names it, which live mode refuses.
 */
export const CRASH_POINTS = [
  'checkout:before-opening',
  'checkout:after-opening',
  'checkout:recorded',
  'reconcile:after-asking',
  'reconcile:after-commit',
  'settle:before-commit',
  'mail:after-sending',
  'refund:after-answer',
] as const
export type CrashPoint = (typeof CRASH_POINTS)[number]

/** Ends the program here and now, as `kill -9` does, if the tests ask for it. */
export function crashPoint(name: CrashPoint): void {
  if (env().CRASH_AT === name) process.kill(process.pid, 'SIGKILL')
}
