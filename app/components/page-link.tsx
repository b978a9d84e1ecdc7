import { translation } from '#app/i18n/translation.ts'
import { localePath } from '#platform/locale.ts'

type PageLinkProps = React.ComponentProps<'a'> & {
  /** The plain path of the page, such as /timetables, with its query if it has one. */
  to: string
}

/**
 * A link to a page of ours in the language being read. Pages are whole documents: a page is made on
 * the server, and the next one needs nothing of this one.
 */
export function PageLink({ to, children, ...rest }: PageLinkProps) {
  return (
    <a href={localePath(translation().locale, to)} {...rest}>
      {children}
    </a>
  )
}
