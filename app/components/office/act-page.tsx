import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { ErrorSummary, type FormProblem } from '#app/ui/error-summary.tsx'
import * as paths from '#paths'

type ActPageProps = {
  reference: string
  title: string
  problems: FormProblem[]
  children: React.ReactNode
}

/** The frame of a page on which staff change a booking: the way back, and what was refused. */
export function ActPage({ reference, title, problems, children }: ActPageProps) {
  const { changes } = translation().messages.office
  return (
    <div className="stack stack-large change-page">
      <div>
        <PageLink to={paths.officeBooking(reference)}>{changes.back(reference)}</PageLink>
        <h1>{title}</h1>
      </div>
      <ErrorSummary title={changes.problems} problems={problems} />
      {children}
    </div>
  )
}
