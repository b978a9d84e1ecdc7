import { isRouteErrorResponse, useLocation } from 'react-router'

import { PageLink } from '#app/components/page-link.tsx'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { homeOf, PERMISSIONS, type OfficeView, type Stop, type Stopped } from '#app/permissions.ts'
import { Button } from '#app/ui/button.tsx'
import * as paths from '#paths'
import { localePath, plainPath } from '#platform/locale.ts'

import { CodeField } from './act-form.tsx'
import { OfficeShell } from './office-shell.tsx'
import { useOwnAddress } from './own-address.ts'

/** The page in place of one that may not be opened, or of an act that must be confirmed first. */
export function StoppedPage({ stopped, office }: Stopped) {
  return (
    <OfficeShell office={office}>
      {stopped.kind === 'confirm-first' && <ConfirmFirst {...stopped} />}
      {stopped.kind === 'under-way' && <UnderWay />}
      {stopped.kind === 'log-in-first' && <LogInFirst {...stopped} />}
      {stopped.kind === 'not-allowed' && <NotAllowed {...stopped} roles={office?.roles ?? []} />}
    </OfficeShell>
  )
}

/** The facts of the page, if this is what the office answered with. */
export function findStopped(error: unknown): Stopped | undefined {
  const isStopped = isRouteErrorResponse(error) && error.status === 403
  return isStopped ? (error.data as Stopped) : undefined
}

function NotAllowed({
  needs,
  roles,
}: Extract<Stop, { kind: 'not-allowed' }> & Pick<OfficeView, 'roles'>) {
  const { shell, today, boarding, roles: names } = translation().messages.office
  const home = homeOf(roles)
  return (
    <div className="stack">
      <title>{tabTitle(shell.notAllowedTitle)}</title>
      <h1>{shell.notAllowedTitle}</h1>
      <p>{shell.notAllowed(PERMISSIONS[needs].map((role) => names[role]).join(', '))}</p>
      <p>
        <PageLink to={home}>
          {shell.backTo(home === paths.office() ? today.title : boarding.title)}
        </PageLink>
      </p>
    </div>
  )
}

function UnderWay() {
  const { shell } = translation().messages.office
  return (
    <div className="stack">
      <title>{tabTitle(shell.underWayTitle)}</title>
      <h1>{shell.underWayTitle}</h1>
      <p>{shell.underWay}</p>
      <p>
        <PageLink to={plainPath(useLocation().pathname)}>{shell.openAgain}</PageLink>
      </p>
    </div>
  )
}

/** The form that was sent, unchanged and out of sight, with the field for the code. */
function ConfirmFirst({ level, fields, problem }: Extract<Stop, { kind: 'confirm-first' }>) {
  const { shell } = translation().messages.office
  const here = useOwnAddress()
  return (
    <form method="post" action={here} className="card stack" noValidate>
      <title>{tabTitle(shell.confirmTitle)}</title>
      <h1>{shell.confirmTitle}</h1>
      <p>
        {level === 'L1' ? shell.confirmOften : shell.confirmAlways} {shell.confirmKept}
      </p>
      <KeptFields fields={fields} />
      <CodeField error={problem && shell[problem]} />
      <div className="row">
        <Button kind="action">{shell.confirm}</Button>
      </div>
    </form>
  )
}

/** The form that was sent without a session, with the way to one beside it. */
function LogInFirst({ fields }: Extract<Stop, { kind: 'log-in-first' }>) {
  const { locale, messages } = translation()
  const { shell } = messages.office
  const here = useOwnAddress()
  return (
    <form method="post" action={here} className="card stack" noValidate>
      <title>{tabTitle(shell.endedTitle)}</title>
      <h1>{shell.endedTitle}</h1>
      <p>{shell.endedKept}</p>
      <KeptFields fields={fields} />
      <p>
        <a href={localePath(locale, paths.officeLogin())} target="_blank" rel="noopener">
          {shell.logInBeside}
        </a>
      </p>
      <div className="row">
        <Button kind="action">{shell.sendAgain}</Button>
      </div>
    </form>
  )
}

function KeptFields({ fields }: { fields: [string, string][] }) {
  return fields.map(([name, value], place) => (
    <input key={`${name} ${place}`} type="hidden" name={name} value={value} />
  ))
}
