import { translation } from '#app/i18n/translation.ts'
import { Notice } from '#app/ui/notice.tsx'

type SiteNoticesProps = {
  notices: readonly { tone: 'info' | 'warning'; text: string; stop?: string }[]
}

/** The company's notices, above the content of a page. */
export function SiteNotices({ notices }: SiteNoticesProps) {
  return (
    <aside aria-label={translation().messages.office.notices.label}>
      {notices.map(({ tone, text, stop }) => (
        <div className="wrap" key={text}>
          <Notice tone={tone} {...(stop && { title: stop })}>
            <p>{text}</p>
          </Notice>
        </div>
      ))}
    </aside>
  )
}
