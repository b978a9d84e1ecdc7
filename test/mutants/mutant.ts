import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** One place of our own source, and what a mutant makes of it. */
type Edit = {
  file: string
  /** Stands there once, so that it is known what is being changed. */
  find: string
  put: string
}

/** A small change that breaks a promise, and the test that is there to notice. */
export type Mutant = {
  breaks: string
  edits: readonly Edit[]
  /** The title of the test as it is written; of those that share it, one has to fail. */
  caughtBy: { file: string; test: string }
}

/** The source as the mutant leaves it. Throws when the place is not there, or not the only one. */
export function mutate(code: string, { file, find, put }: Edit): string {
  const places = code.split(find).length - 1
  if (places !== 1) throw new Error(`${file} has ${places} places for a mutant, not one: ${find}`)
  return code.replace(find, () => put)
}

/** Whether all places of a mutant are there. */
export function tryOut({ edits }: Mutant): void {
  for (const [file, own] of Map.groupBy(edits, (edit) => edit.file)) {
    own.reduce(mutate, readFileSync(file, 'utf8'))
  }
}

/** Changes the sources while they are loaded: on the disk they stay as they are. */
export function mutating({ edits }: Mutant): Plugin {
  return {
    name: 'mutant',
    enforce: 'pre',
    transform(code, id) {
      const own = edits.filter(({ file }) => id.split('?')[0]?.endsWith(`/${file}`))
      return own.length > 0 ? own.reduce(mutate, code) : undefined
    },
  }
}
