import { translation } from '#app/i18n/translation.ts'
import { Notice } from '#app/ui/notice.tsx'

import type { Remark } from './view.ts'

/** What an address asked for and did not get, sentence by sentence. */
export function Remarks({ remarks }: { remarks: Remark[] }) {
  if (remarks.length === 0) return null
  return (
    <Notice tone="warning" title={translation().messages.bookNow.remarksHeading}>
      <ul className="remarks">
        {remarks.map(({ field, sentence }) => (
          <li key={field + sentence}>{sentence}</li>
        ))}
      </ul>
    </Notice>
  )
}
