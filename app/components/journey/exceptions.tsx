import { translation } from '#app/i18n/translation.ts'
import { Notice } from '#app/ui/notice.tsx'

type ExceptionsProps = { notRunning: string[]; isReduced: boolean }

/** Usual departures that do not run on this date, so that travellers do not wait for them. */
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
