/*
 * The places where a power cut would hurt most, by name, so that a test can crash the program
 * exactly there (I9).
 */
export const CRASH_POINTS = [
  'start:while-migrating',
  'start:before-granting',
  'start:after-migrating',
  'cart:before-commit',
  'checkout:before-opening',
  'checkout:after-opening',
  'checkout:recorded',
  'checkout:moved',
  'notice:before-answer',
  'notice:after-reading',
  'reconcile:after-asking',
  'reconcile:after-commit',
  'settle:before-commit',
  'change:before-commit',
  'change:after-commit',
  'surcharge:before-opening',
  'surcharge:after-opening',
  'surcharge:recorded',
  'delay:before-commit',
  'incident:after-offer',
  'incident:after-telling',
  'incident:after-choice',
  'incident:after-default',
  'reminder:after-promising-one',
  'mail:before-sending',
  'mail:after-sending',
  'refund:before-asking',
  'refund:after-answer',
  'refund:after-commit',
] as const

export type CrashPoint = (typeof CRASH_POINTS)[number]
