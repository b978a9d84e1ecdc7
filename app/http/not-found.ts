import styles from '#app/components/picture.css?inline'
import { notFound } from './found.ts'
import type { Handle } from './handle.ts'

export const handle = { styles } satisfies Handle

/** Matches every unknown path, so that "not found" appears in the visitor's language. */
export function loader() {
  throw notFound()
}

export default function NotFound() {
  return null
}
