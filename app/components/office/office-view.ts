import { createContext, useContext } from 'react'

import type { OfficeView, Permission } from '#app/permissions.ts'

const Office = createContext<OfficeView | undefined>(undefined)

export const OfficeProvider = Office.Provider

/** The signed-in member of staff; undefined on the log-in page. */
export function useOffice(): OfficeView | undefined {
  return useContext(Office)
}

/** Whether the signed-in member may do this: a page shows no button that would be refused. */
export function useMay(): (permission: Permission) => boolean {
  const permissions = useOffice()?.permissions ?? []
  return (permission) => permissions.includes(permission)
}
