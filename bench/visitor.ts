import { fork } from 'node:child_process'

import { median } from './table.ts'

/** One answer to the honest visitor. */
export type Waited = { what: 'healthz' | 'search'; milliseconds: number; status: number }

/** Somebody honest, in a program of their own, who waits for answers beside whatever else is done. */
export function openVisitor(site: string) {
  const child = fork('bench/visitor-child.ts', [site])
  let heard: Waited[] = []
  let told: (() => void) | undefined
  child.on('message', (word: Waited | 'done') => {
    if (word === 'done') told?.()
    else heard.push(word)
  })
  return {
    /** Their waits while something is done; what they asked for last is waited for. */
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

/** Median and worst of the waits for one thing, in milliseconds. */
export function waitsFor(what: Waited['what'], waits: readonly Waited[]): string {
  const times = waits.filter((one) => one.what === what).map(({ milliseconds }) => milliseconds)
  return times.length > 0 ? medianAndWorst(times) : '–'
}

export function medianAndWorst(milliseconds: readonly number[]): string {
  return `${median(milliseconds).toFixed(0)} / ${Math.max(...milliseconds).toFixed(0)}`
}
