import { createContext, use } from 'react'

import type { Act } from '#phone/state/act.ts'
import type { ScreenName, Start } from '#phone/state/start.ts'
import type { PhoneState } from '#phone/state/state.ts'

/** What every part of the screens knows: the page, the state of the phone, and how to act. */
export type View = { start: Start; state: PhoneState; act: (act: Act) => Promise<void> }

export const ViewContext = createContext<View | null>(null)

export function useView(): View {
  const view = use(ViewContext)
  if (!view) throw new Error('this part is outside the phone')
  return view
}

/** Whether a screen is the one that is shown. The names are drawn on theirs alone. */
export function useIsShown(name: ScreenName): boolean {
  return useView().state.screen.name === name
}

type ScreenProps = { name: ScreenName; label?: string; children: React.ReactNode }

/** A screen, which stays mounted while another one is shown. */
export function Screen({ name, label, children }: ScreenProps) {
  return (
    <section data-screen={name} className="stack" hidden={!useIsShown(name)} aria-label={label}>
      {children}
    </section>
  )
}
