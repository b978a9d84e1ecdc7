import { data } from 'react-router'

import styles from '#app/components/picture.css?inline'
import type { Handle } from './handle.ts'

export const handle = { styles } satisfies Handle

/** Matches every unknown path, so that "not found" appears in the visitor's language. */
export function loader() {
  throw data(null, 404)
}

export default function NotFound() {
  return null
}
