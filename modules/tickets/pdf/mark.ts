import { BRIGHT_CYAN, ORANGE, WHITE } from './colors.ts'

/** The kingfisher on a dark ground, in a square of 32: the paths of app/ui/kingfisher.tsx. */
export const MARK_SIZE = 32
export const MARK = [
  { path: 'M0 30 7.2 12.4A9 9 0 0 1 24.4 11H15c-.4 9-5.6 15.5-15 19Z', color: BRIGHT_CYAN },
  { path: 'M15 12.6h9.5c0 9.5-7.5 16.4-18.5 16.4 5.8-3.9 8.8-9.3 9-16.4Z', color: ORANGE },
  { path: 'M24.3 7.2 32 11.8l-7.2.2Z', color: WHITE },
] as const
