import { data } from 'react-router'

/** Answers an address that names nothing, or nothing of its visitor: `throw notFound()`. */
export function notFound() {
  return data(null, 404)
}

/**
 * The value that an address names.
 *
 * @throws a 404 if there is none
 */
export function found<Value>(value: Value | undefined | null): Value {
  if (value === undefined || value === null) throw notFound()
  return value
}
