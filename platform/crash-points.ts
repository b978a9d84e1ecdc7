/*
 * Places at which a power cut would hurt most, by name, so that a test can have one happen exactly
 * there (I9).
 */
export const CRASH_POINTS = [
  'checkout:before-opening',
  'checkout:after-opening',
  'checkout:recorded',
  'reconcile:after-asking',
  'reconcile:after-commit',
  'settle:before-commit',
  'change:before-commit',
  'mail:after-sending',
  'refund:after-answer',
] as const

export type CrashPoint = (typeof CRASH_POINTS)[number]
