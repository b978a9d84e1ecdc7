import { decodeQR } from 'qr/decode.js'

import { greyOf, LOOKS, type Grey, type Pixels } from './looks.ts'

/** Finds the text of a code in one frame after the other, each of which it looks at in another way. */
export type CodeFinder = { find(frame: Pixels): string | null }

/** A finder for the frames of one camera. It looks at the first one as it is. */
export function openFinder(): CodeFinder {
  let frames = 0
  return {
    find(frame) {
      const look = LOOKS[frames++ % LOOKS.length]!
      return decode(look(greyOf(frame)))
    },
  }
}

/** The decoder knows no difference between a frame without a code and one that it cannot read. */
function decode({ luma, width, height }: Grey): string | null {
  try {
    return decodeQR({ data: luma, width, height }, { format: 'I420' })
  } catch {
    return null
  }
}
