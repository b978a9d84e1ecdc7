import { Outlet, useMatches } from 'react-router'

import { OfficeShell } from '#app/components/office/office-shell.tsx'
import type { Handle } from '#app/http/handle.ts'
import { Notice } from '#app/ui/notice.tsx'
import { now } from '#platform/clock.server.ts'

import type { Route } from './+types/layout'
import { findSignedIn, guard, viewOf } from './guard.server.ts'
import { tellJustDone } from './just-done.server.ts'

export const handle = { shell: 'office' } satisfies Handle

export const middleware: Route.MiddlewareFunction[] = [guard]

export async function loader({ context, url }: Route.LoaderArgs) {
  const staff = findSignedIn(context)
  if (!staff) return { office: undefined, justDone: undefined }
  const [office, justDone] = await Promise.all([
    viewOf(staff),
    tellJustDone({ staff, url, now: now() }),
  ])
  return { office, justDone }
}

export default function OfficeLayout({ loaderData: { office, justDone } }: Route.ComponentProps) {
  const isApp = useMatches().some(({ handle: one }) => (one as Handle | undefined)?.app)
  return (
    <OfficeShell office={office} isApp={isApp}>
      {justDone && <JustDone>{justDone}</JustDone>}
      <Outlet />
    </OfficeShell>
  )
}

/** Takes the focus, so that it is read first, and the next Tab goes on with the page. */
function JustDone({ children }: { children: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- the result of an act comes first
    <Notice tone="positive" id="just-done" tabIndex={-1} autoFocus>
      <p>{children}</p>
    </Notice>
  )
}
