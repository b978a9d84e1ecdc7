import { createContext, useContext } from 'react'

/** The delay that was reported last on this page, with that before it, so that it can be taken back. */
export type Reported = { departureId: string; was: number; now: number }

type Reporting = {
  reported: Reported | undefined
  /** Looks again, and says what was reported. */
  afterAct: (reported: Reported | undefined) => void
}

const Reports = createContext<Reporting>({ reported: undefined, afterAct: () => {} })

export const ReportedProvider = Reports.Provider

export function useReported(): Reporting {
  return useContext(Reports)
}
