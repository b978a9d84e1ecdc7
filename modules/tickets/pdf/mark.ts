import { CYAN, INK, ORANGE, WHITE } from './colors.ts'

/** The kingfisher on a dark ground, in a square of 32. */
export const MARK_SIZE = 32
export const MARK = [
  { path: 'M0 10.5L11 7v6z', color: WHITE },
  { path: 'M9 11a7.5 7.5 0 0 1 15 0c0 9 4.5 13.500 8 19.500H22C14 30.500 9 22 9 11z', color: CYAN },
  {
    path: 'M9.200 14C10 23.500 14.500 30.500 22 30.500c-3-5-5.500-14-12.800-16.500z',
    color: ORANGE,
  },
  { path: 'M15.200 8.300a1.700 1.700 0 1 1 0 3.400a1.700 1.700 0 0 1 0-3.400z', color: INK },
] as const
