import { writeFileSync } from 'node:fs'

/*
 * Loaded before the site (`--import`, with --expose-gc). On SIGUSR2 it records the memory that the
 * program still uses after garbage collection.
 */

const file = process.env.MEMORY_FILE ?? ''

process.on('SIGUSR2', () => {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  writeFileSync(file, String(heapUsed + external))
})
