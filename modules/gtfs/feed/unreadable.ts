import type { WhyUnreadable } from './findings.ts'

/** Thrown while a file of a feed is read; `line` is null if the file as a whole is at fault. */
export class Unreadable extends Error {
  readonly because: WhyUnreadable
  readonly line: number | null

  constructor(because: WhyUnreadable, line: number | null = null) {
    super(because.code)
    this.because = because
    this.line = line
  }
}
