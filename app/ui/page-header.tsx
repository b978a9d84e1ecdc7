import { absolute, Structured } from './structured.tsx'

export type Crumb = { label: string; href?: string }

type PageHeaderProps = {
  title: React.ReactNode
  intro?: React.ReactNode
  /** From the home page to this one; the last has no link. */
  crumbs?: Crumb[]
  crumbsLabel?: string
}

/**
 * The top of every page except the home page: breadcrumbs, title and one sentence about the page.
 */
export function PageHeader({ title, intro, crumbs, crumbsLabel }: PageHeaderProps) {
  return (
    <div className="page-header">
      {crumbs && <Breadcrumbs crumbs={crumbs} label={crumbsLabel} />}
      <h1>{title}</h1>
      {intro && <p className="soft">{intro}</p>}
    </div>
  )
}

function Breadcrumbs({ crumbs, label }: { crumbs: Crumb[]; label: string | undefined }) {
  const itemListElement = crumbs.map((crumb, place) => ({
    '@type': 'ListItem',
    position: place + 1,
    name: crumb.label,
    ...(crumb.href && { item: absolute(crumb.href) }),
  }))
  return (
    <nav className="crumbs" aria-label={label}>
      <ol>
        {crumbs.map((crumb) => (
          <li key={crumb.label}>
            {crumb.href ? (
              <a href={crumb.href}>{crumb.label}</a>
            ) : (
              <span className="soft" aria-current="page">
                {crumb.label}
              </span>
            )}
          </li>
        ))}
      </ol>
      <Structured about={{ '@type': 'BreadcrumbList', itemListElement }} />
    </nav>
  )
}
