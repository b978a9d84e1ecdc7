import { useOnlyShown } from '#app/components/only-shown.ts'
import { translation } from '#app/i18n/translation.ts'
import { localePath } from '#platform/locale.ts'

type PageLinkProps = React.ComponentProps<'a'> & {
  /** The path of the page without a language, such as /timetables, with an optional query. */
  to: string
}

/**
 * A link to one of our pages in the current language. Every link loads a whole document: the server
 * renders each page, independent of the one before.
 */
export function PageLink({ to, children, ...rest }: PageLinkProps) {
  const way = useOnlyShown()
    ? ({ role: 'link', 'aria-disabled': true } as const)
    : { href: localePath(translation().locale, to) }
  return (
    <a {...way} {...rest}>
      {children}
    </a>
  )
}
