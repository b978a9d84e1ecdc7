import { translation } from '#app/i18n/translation.ts'
import { Notice } from '#app/ui/notice.tsx'
import { momentInSentence } from '#platform/format/moments.ts'

import { TIME_SEEN } from './times-seen.ts'

/** The times of a ride that a new timetable changed before it was paid for. */
export type RetimedView = {
  /** "08:30 on Thursday 19 November 2026" */
  before: string
  after: string
  /** The new departure in milliseconds. */
  seen: number
}

type Ride = { departsAt: Temporal.Instant; retimedFrom: Temporal.Instant | null }

export function showRetimed({ retimedFrom, departsAt }: Ride): RetimedView | null {
  if (!retimedFrom) return null
  const { locale } = translation()
  return {
    before: momentInSentence(retimedFrom, locale),
    after: momentInSentence(departsAt, locale),
    seen: departsAt.epochMilliseconds,
  }
}

/** The old and the new time, to which the form around it agrees when it is sent. */
export function Retimed({ bookingId, retimed }: { bookingId: string; retimed: RetimedView }) {
  const { retimed: sentences } = translation().messages.cart.ride
  const { before, after, seen } = retimed
  return (
    <Notice tone="warning" title={sentences.title}>
      <p>{sentences.story(before, after)}</p>
      <input type="hidden" name={`${TIME_SEEN}${bookingId}`} value={seen} />
    </Notice>
  )
}
