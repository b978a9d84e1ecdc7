import { fork } from 'node:child_process'

import { median } from './table.ts'

/** One response to the honest visitor. */
export type Waited = { what: 'healthz' | 'search'; milliseconds: number; status: number }

/** An honest visitor, in a separate program, who waits for responses beside all other work. */
export function openVisitor(site: string) {
  const child = fork('bench/visitor-child.ts', [site])
  let heard: Waited[] = []
  let told: (() => void) | undefined
  child.on('message', (word: Waited | 'done') => {
    if (word === 'done') told?.()
    else heard.push(word)
  })
  return {
    /** The visitor's waits while `run` is running; the last request is completed. */
    async beside<Result>(run: () => Promise<Result>): Promise<{ result: Result; waits: Waited[] }> {
      const { promise: isDone, resolve } = Promise.withResolvers<void>()
      told = resolve
      heard = []
      child.send('begin')
      try {
        return { result: await run(), waits: heard }
      } finally {
        child.send('end')
        await isDone
      }
    },
    leave: () => child.disconnect(),
  }
}

/** Median and worst wait for one thing, in milliseconds. */
export function waitsFor(what: Waited['what'], waits: readonly Waited[]): string {
  const times = waits.filter((one) => one.what === what).map(({ milliseconds }) => milliseconds)
  return times.length > 0 ? medianAndWorst(times) : '–'
}

export function medianAndWorst(milliseconds: readonly number[]): string {
  return `${median(milliseconds).toFixed(0)} / ${Math.max(...milliseconds).toFixed(0)}`
}
