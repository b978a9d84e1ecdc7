import { translation } from '#app/i18n/translation.ts'
import { Notice } from '#app/ui/notice.tsx'

import type { Remark } from './view.ts'

/** A departure that cannot be had, or not by so many. */
const ABOUT_CHOICE = new Set(['departure', 'return', 'passengers'])

/** What an address asked for and did not get, sentence by sentence. */
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
