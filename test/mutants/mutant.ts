import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** A place in our source, and its text in the mutant. */
type Edit = {
  file: string
  /** Must occur exactly once, so that it is clear what is changed. */
  find: string
  put: string
}

/** A small change that breaks an invariant, and the test that must notice. */
export type Mutant = {
  breaks: string
  edits: readonly Edit[]
  /** The title of the test as written; if several tests share it, one of them must fail. */
  caughtBy: { file: string; test: string }
}

/** The source with the mutation. Throws unless the place occurs exactly once. */
export function mutate(code: string, { file, find, put }: Edit): string {
  const places = code.split(find).length - 1
  if (places !== 1)
    throw new Error(`${file} must contain the text to mutate once, not ${places} times: ${find}`)
  return code.replace(find, () => put)
}

/** Throws unless every place of a mutant occurs exactly once. */
export function tryOut({ edits }: Mutant): void {
  for (const [file, own] of Map.groupBy(edits, (edit) => edit.file)) {
    own.reduce(mutate, readFileSync(file, 'utf8'))
  }
}

/** Changes the sources as they load; the files on disk stay unchanged. */
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
