import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'

import { findCalls, findConditions, findText, findWhole, readSource, type Span } from './place.ts'

/**
 * A change of an exported function or constant. It is looked for in the one file that exports the
 * name, there and in the private functions and constants that it uses; it must fit exactly once.
 */
export type Edit = { of: string } & (
  | { /** Does this instead, whatever it is called with. */ becomes: () => unknown }
  | { /** Never calls this function; of a method call only the object is left. */ skips: string }
  | { /** Never takes the branch that names this word. */ never: string }
  | { /** White space does not count. */ find: string; put: string }
)

/** A small change that breaks an invariant, and the test that must notice. */
export type Mutant = {
  breaks: string
  edits: readonly Edit[]
  /** The title of the test as written; if several tests share it, one of them must fail. */
  caughtBy: string
}

const SOURCES = ['{app,modules,phone,platform}/**/*.{ts,tsx}', 'jobs.ts']
const TESTS = '{app,modules,phone,platform,scripts,test}/**/*.test.{ts,tsx}'
const EXPORT = /^export (?:async )?(?:function\*?|const) (\w+)/gm

/** The file that exports this name. Throws unless there is exactly one. */
export function fileOf(name: string): string {
  const files = exporters().get(name) ?? []
  const [file] = files
  if (!file || files.length > 1) {
    throw new Error(`${name} must be exported by one file, not by: ${files.join(', ') || 'none'}`)
  }
  return file
}

/** The files that have a test with this title. */
export function filesWithTest(title: string): string[] {
  const quoted = ["'", '"', '`'].map((quote) => quote + title + quote)
  return [...tests()].flatMap(([file, code]) =>
    quoted.some((text) => code.includes(text)) ? [file] : [],
  )
}

/** The source with the mutation. Throws unless its place is there exactly once. */
export function mutate(code: string, edit: Edit): string {
  const source = readSource(code)
  const { of } = edit
  if ('becomes' in edit) {
    const { isBody, ...whole } = findWhole(source, of)
    return put(
      code,
      whole,
      isBody ? `{ return (${String(edit.becomes)})() }` : String(edit.becomes),
    )
  }
  if ('skips' in edit) {
    const { call, object } = only(findCalls(source, of, edit.skips), of, edit.skips)
    return put(code, call, object ? code.slice(object.start, object.end) : 'undefined')
  }
  if ('never' in edit) {
    const { test, when } = only(findConditions(source, of, edit.never), of, edit.never)
    return put(code, test, String(!when))
  }
  return put(code, only(findText(source, of, edit.find), of, edit.find), edit.put)
}

/** The files of a mutant with their mutated sources. Throws unless every edit fits exactly once. */
export function mutateFiles({ edits }: Mutant): Map<string, string> {
  const mutated = new Map<string, string>()
  for (const [file, own] of Map.groupBy(edits, ({ of }) => fileOf(of))) {
    mutated.set(file, own.reduce(mutate, readFileSync(file, 'utf8')))
  }
  return mutated
}

/** Changes the sources as they load; the files on disk stay unchanged. */
export function mutating(mutant: Mutant): Plugin {
  const mutated = new Map(
    [...mutateFiles(mutant)].map(([file, code]) => [resolve(file), code] as const),
  )
  return {
    name: 'mutant',
    enforce: 'pre',
    transform: (_code, id) => mutated.get(id.split('?')[0] ?? ''),
  }
}

function put(code: string, { start, end }: Span, text: string): string {
  return code.slice(0, start) + text + code.slice(end)
}

function only<Place>(places: readonly Place[], name: string, sought: string): Place {
  const [place] = places
  if (!place || places.length > 1) {
    throw new Error(`${name} must have this once, not ${places.length} times: ${sought}`)
  }
  return place
}

const exporters = once(() => {
  const files = new Map<string, string[]>()
  for (const file of globSync(SOURCES)) {
    if (/\.test\.tsx?$/.test(file)) continue
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(EXPORT)) {
      files.set(name, [...(files.get(name) ?? []), file])
    }
  }
  return files
})

const tests = once(
  () => new Map(globSync(TESTS).map((file) => [file, readFileSync(file, 'utf8')] as const)),
)

/** Reads each file once for all mutants. */
function once<Value>(read: () => Value): () => Value {
  let value: Value | undefined
  return () => (value ??= read())
}
