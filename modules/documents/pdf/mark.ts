import { mark } from '#operator'

import { WHITE } from './colors.ts'

/** The mark on a dark ground, part by part. */
export const MARK_SIZE = mark.size
export const MARK = [mark.wing, mark.breast, { ...mark.beak, color: WHITE }] as const
