/** The 45 characters that a QR code packs tightest (RFC 9285). */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
const BASE = ALPHABET.length

/** Two bytes become three characters, and a last one two. */
export function toBase45(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 2) {
    const isPair = at + 1 < bytes.length
    let number = isPair ? bytes[at]! * 256 + bytes[at + 1]! : bytes[at]!
    for (let place = 0; place < (isPair ? 3 : 2); place++) {
      text += ALPHABET[number % BASE]
      number = Math.floor(number / BASE)
    }
  }
  return text
}

/** The bytes of a text; undefined for a text that no bytes become. */
export function fromBase45(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes: number[] = []
  for (let at = 0; at < text.length; at += 3) {
    const digits = Array.from(text.slice(at, at + 3), (letter) => ALPHABET.indexOf(letter))
    const number = digits.reduceRight((total, digit) => total * BASE + digit, 0)
    const isPair = digits.length === 3
    if (digits.length < 2 || digits.includes(-1) || number > (isPair ? 65_535 : 255))
      return undefined
    bytes.push(...(isPair ? [number >> 8, number & 255] : [number]))
  }
  return Uint8Array.from(bytes)
}
