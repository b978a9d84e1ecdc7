import { useLocation } from 'react-router'

/**
 * The address of this page for its forms. It has no fragment, which the answer would inherit: the
 * browser then leaves the focus to the fragment, and the sentence of what was done is not read.
 */
export function useOwnAddress(): string {
  const { pathname, search } = useLocation()
  return pathname + search
}
