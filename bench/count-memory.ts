import { writeFileSync } from 'node:fs'

/*
 * Loaded before the site (`--import`, with --expose-gc), it writes down what the program keeps in
 * memory once everything that it has let go is gone, whenever it is sent SIGUSR2.
 */

const file = process.env.MEMORY_FILE ?? ''

process.on('SIGUSR2', () => {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  writeFileSync(file, String(heapUsed + external))
})
