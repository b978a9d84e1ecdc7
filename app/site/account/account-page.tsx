import { translation } from '#app/i18n/translation.ts'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'

import type { News } from './view.ts'

type AccountPageProps = {
  title: string
  intro?: string
  news?: News | null
  children: React.ReactNode
}

/** One narrow column, since each page has one task. */
export function AccountPage({ title, intro, news, children }: AccountPageProps) {
  return (
    <div className="wrap account-page section-end">
      <PageHeader title={title} intro={intro} />
      {news && (
        <Notice tone="positive">
          <p>{translation().messages.account.news[news]}</p>
        </Notice>
      )}
      {children}
    </div>
  )
}
