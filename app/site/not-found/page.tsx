import { notFound } from '#app/http/found.ts'
import type { Handle } from '#app/http/handle.ts'

import styles from '#app/components/picture.css?inline'

export const handle = { styles } satisfies Handle

/** Matches every unknown path, so that "not found" appears in the visitor's language. */
export function loader() {
  throw notFound()
}

export default function NotFound() {
  return null
}
