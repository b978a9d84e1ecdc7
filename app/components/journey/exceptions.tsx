import { translation } from '#app/i18n/translation.ts'
import { Notice } from '#app/ui/notice.tsx'

type ExceptionsProps = { notRunning: string[]; isReduced: boolean }

/** What usually runs and does not on this date, said before somebody waits for it. */
export function Exceptions({ notRunning, isReduced }: ExceptionsProps) {
  const { board } = translation().messages.bookNow
  return (
    <>
      {notRunning.map((time) => (
        <Notice key={time} tone="warning" title={board.notRunningLabel}>
          <p>{board.notRunning(time)}</p>
        </Notice>
      ))}
      {isReduced && (
        <Notice>
          <p>{board.reduced}</p>
        </Notice>
      )}
    </>
  )
}
