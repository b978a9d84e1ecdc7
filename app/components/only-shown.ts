import { createContext, useContext } from 'react'

/**
 * Below `<OnlyShown value>`, links and forms look as they do for their owner and lead nowhere: staff see
 * the page of a traveller, and act in the office under their own name.
 */
export const OnlyShown = createContext(false)

export function useOnlyShown(): boolean {
  return useContext(OnlyShown)
}
