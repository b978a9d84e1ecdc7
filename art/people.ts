import { disc, flat, line, shaded } from './strokes.ts'

/** A traveller, seen from behind or from the side; 100 high. Without a face, to stand for anyone. */
export type Person = {
  coat: string
  legs: string
  skin: string
  hair: string
  /** Pulled behind, on the left. */
  bag?: string
  cap?: string
  isWalking?: boolean
}

export function person({ coat, legs, skin, hair, bag, cap, isWalking = false }: Person): string {
  const stride = isWalking ? 'M-9-46-16-2h9L1-34 9-2h9L10-46Z' : 'M-9-46-8-1h8l1-36 2 36h8l1-45Z'
  const torso = 'M-11-46C-12-60-13-74-9-79Q0-84 9-79C13-74 13-60 12-46Q0-42-11-46Z'
  return [
    `<ellipse cx="-10" cy="0" rx="30" ry="4" fill="#04202a" opacity=".3"/>`,
    bag
      ? line('M-13-48-28-30', '#37545b', 1.8) +
        shaded('M-38-32q0-3 3-3h13q3 0 3 3v27h-19Z', bag, {
          from: [-20, -30],
          to: [-38, -4],
          strength: 0.7,
        }) +
        flat(`${disc(-34, -2, 2.6)}${disc(-23, -2, 2.6)}`, '#0b1f27')
      : '',
    flat(stride, legs),
    flat('M-3-79h6v-7h-6Z', skin),
    bag ? line('M-9-74-14-50', coat, 6) : line('M-9-74-12-48', coat, 6),
    line(isWalking ? 'M9-74 15-58 20-48' : 'M9-74 13-48', coat, 6),
    flat(disc(isWalking ? 20.5 : 13.2, -46.5, 3) + disc(bag ? -14.4 : -12.4, -47, 3), skin),
    shaded(torso, coat, { from: [12, -80], to: [-12, -44], strength: 0.75 }),
    flat(disc(0, -91, 7.4), skin),
    flat('M-7.600-90C-9-101 9-101 7.600-91 4-96-3-96-5-90L-6-85Z', hair),
    cap ? flat('M-8-95q1-8 8-8t8 6l5 2-1 2H-8Z', cap) : '',
  ].join('')
}
