/*
 * The form encoding of Stripe's API: `line_items[0][price_data][unit_amount]=900`.
 */

export type Fields = { [name: string]: FieldValue }
type FieldValue = string | FieldValue[] | Fields
type Branches = Map<string, string | Branches>

/** Undefined if the text is not a form, or repeats a field. */
export function readFields(text: string): Fields | undefined {
  const root: Branches = new Map()
  for (const [name, value] of new URLSearchParams(text)) {
    const path = /^[a-z_]+(\[[a-z0-9_]+\])*$/.test(name) ? name.split(/[[\]]+/).filter(Boolean) : []
    if (!put(root, path, value)) return undefined
  }
  return toFields(root) as Fields
}

function put(branches: Branches, [name, ...rest]: string[], value: string): boolean {
  if (name === undefined) return false
  const known = branches.get(name)
  if (rest.length === 0) {
    branches.set(name, value)
    return known === undefined
  }
  const inner = known ?? new Map<string, string | Branches>()
  branches.set(name, inner)
  return typeof inner !== 'string' && put(inner, rest, value)
}

/** Keys that count up from 0 make a list. */
function toFields(branches: Branches): FieldValue {
  const entries = [...branches].map(
    ([name, inner]) => [name, typeof inner === 'string' ? inner : toFields(inner)] as const,
  )
  const isList = entries.length > 0 && entries.every(([name], place) => name === String(place))
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}
