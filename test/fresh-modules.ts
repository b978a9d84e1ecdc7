import { afterAll, vi } from 'vitest'

/*
 * One process runs many test files. Each has our modules anew, and an environment of its own; only
 * packages stay loaded, which would otherwise take a third of the time.
 */
vi.resetModules()

const before = { ...process.env }

afterAll(() => {
  for (const name of Object.keys(process.env)) {
    if (!(name in before)) delete process.env[name]
  }
  Object.assign(process.env, before)
})
