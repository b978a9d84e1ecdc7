import { translation } from '#app/i18n/translation.ts'
import type { IconName } from '#app/ui/icons.tsx'
import { Badge, type Tone } from '#app/ui/notice.tsx'
import type { ReadStatus } from '#modules/orders/order/shown-status.ts'

const SIGNS: Record<ReadStatus, { tone?: Tone; icon: IconName }> = {
  'awaiting-payment': { tone: 'warning', icon: 'clock' },
  processing: { tone: 'info', icon: 'clock' },
  confirmed: { tone: 'positive', icon: 'check' },
  'partly-cancelled': { tone: 'positive', icon: 'check' },
  'partly-refunded': { tone: 'positive', icon: 'check' },
  cancelled: { icon: 'cross' },
  refunded: { icon: 'cross' },
  expired: { icon: 'cross' },
  review: { tone: 'warning', icon: 'warning' },
}

/** The status of an order in a word or two. */
export function StatusBadge({ status }: { status: ReadStatus }) {
  return <Badge {...SIGNS[status]}>{translation().messages.bookings.states[status]}</Badge>
}
