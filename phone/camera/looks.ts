/*
 * Ways of looking at a frame. A decoder that fails on the frame as it is often succeeds on a part of it
 * that is larger, sharper or softer, and the next frame is only a fifteenth of a second away.
 */

/** Shades from 0 to 255, row by row. */
export type Grey = { luma: Uint8Array; width: number; height: number }

/** Pixels as a canvas returns them. */
export type Pixels = { data: Uint8ClampedArray; width: number; height: number }

type Look = (grey: Grey) => Grey

/**
 * In the order in which frames are looked at. People hold a code into the middle, so the enlarged
 * ones have only that.
 */
export const LOOKS: readonly Look[] = [
  (grey) => grey,
  (grey) => enlarge(grey, { part: 0.75, side: 720 }),
  (grey) => lighten(enlarge(grey, { part: 0.75, side: 720 })),
  (grey) => enlarge(sharpen(grey), { part: 0.75, side: 720 }),
  (grey) => lighten(enlarge(grey, { part: 0.625, side: 900 })),
  (grey) => enlarge(grey, { part: 0.625, side: 900 }),
  soften,
]

/** The brightness of each pixel. */
export function greyOf({ data, width, height }: Pixels): Grey {
  const luma = new Uint8Array(width * height)
  for (let at = 0; at < luma.length; at++) {
    const [red = 0, green = 0, blue = 0] = [data[4 * at], data[4 * at + 1], data[4 * at + 2]]
    luma[at] = (red + 2 * green + blue) / 4
  }
  return { luma, width, height }
}

/** The square in the middle with this part of the shorter side, at least this many pixels wide. */
function enlarge(
  { luma, width, height }: Grey,
  { part, side }: { part: number; side: number },
): Grey {
  const seen = Math.floor(part * Math.min(width, height))
  const drawn = Math.max(side, seen)
  const larger = new Uint8Array(drawn * drawn)
  const [left, top] = [(width - seen) / 2, (height - seen) / 2]
  for (let y = 0; y < drawn; y++) {
    const row = top + ((y + 0.5) * seen) / drawn - 0.5
    const down = row % 1
    for (let x = 0; x < drawn; x++) {
      const column = left + ((x + 0.5) * seen) / drawn - 0.5
      const right = column % 1
      const at = Math.floor(row) * width + Math.floor(column)
      const upper = luma[at]! * (1 - right) + luma[at + 1]! * right
      const lower = luma[at + width]! * (1 - right) + luma[at + width + 1]! * right
      larger[y * drawn + x] = upper * (1 - down) + lower * down
    }
  }
  return { luma: larger, width: drawn, height: drawn }
}

/** Fills hairlines: each pixel takes on something of its eight neighbours. */
function soften({ luma, width, height }: Grey): Grey {
  const softer = new Uint8Array(luma)
  for (let at = width + 1; at < luma.length - width - 1; at++) {
    const beside = luma[at - 1]! + luma[at + 1]! + luma[at - width]! + luma[at + width]!
    const across =
      luma[at - width - 1]! + luma[at - width + 1]! + luma[at + width - 1]! + luma[at + width + 1]!
    softer[at] = (4 * luma[at]! + 2 * beside + across) / 16
  }
  return { luma: softer, width, height }
}

/** Closes dark cracks: each pixel is as light as the lightest of its eight neighbours. */
function lighten({ luma, width, height }: Grey): Grey {
  const rows = new Uint8Array(luma)
  for (let at = 1; at < luma.length - 1; at++) {
    rows[at] = Math.max(luma[at - 1]!, luma[at]!, luma[at + 1]!)
  }
  const lighter = new Uint8Array(rows)
  for (let at = width; at < luma.length - width; at++) {
    lighter[at] = Math.max(rows[at - width]!, rows[at]!, rows[at + width]!)
  }
  return { luma: lighter, width, height }
}

/** Against a lens out of focus: away from what its neighbours are. */
function sharpen(grey: Grey): Grey {
  const softer = soften(grey).luma
  const sharper = Uint8ClampedArray.from(
    grey.luma,
    (shade, at) => shade + 1.5 * (shade - softer[at]!),
  )
  return { ...grey, luma: new Uint8Array(sharper.buffer) }
}
