import { createHash } from 'node:crypto'

/** The next number below a bound. */
export type Dice = (bound: number) => number

/** Dice that fall the same way whenever they are thrown for the same name. */
export function diceOf(name: string): Dice {
  const bytes = createHash('sha512').update(`demonstration ${name}`).digest()
  let place = 0
  return (bound) => {
    place = (place + 2) % (bytes.length - 1)
    return bytes.readUInt16BE(place) % bound
  }
}
