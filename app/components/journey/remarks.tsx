import { translation } from '#app/i18n/translation.ts'
import { Notice } from '#app/ui/notice.tsx'

import type { Remark } from './view.ts'

/** Remarks about a departure that is unavailable, or not for this many passengers. */
const ABOUT_CHOICE = new Set(['departure', 'return', 'passengers'])

/** The parts of a query that could not be met, one sentence each. */
export function Remarks({ remarks }: { remarks: Remark[] }) {
  const { chooseAgain, remarksHeading } = translation().messages.bookNow
  if (remarks.length === 0) return null
  const isAboutChoice = remarks.every(({ field }) => ABOUT_CHOICE.has(field))
  return (
    <Notice tone="warning" title={isAboutChoice ? chooseAgain : remarksHeading}>
      <ul className="remarks">
        {remarks.map(({ field, sentence }) => (
          <li key={field + sentence}>{sentence}</li>
        ))}
      </ul>
    </Notice>
  )
}
