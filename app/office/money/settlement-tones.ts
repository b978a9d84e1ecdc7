import type { Tone } from '#app/ui/notice.tsx'
import type { SettlementState } from '#modules/bookkeeping/settlement/settlement-state.ts'

export const SETTLEMENT_TONES: Record<SettlementState, Tone> = {
  agrees: 'positive',
  differs: 'danger',
  'no-answer': 'warning',
}
