/** The content of an opaque QR of ours, in either case. */
const CODE = /^[\da-z]{26}$/i

/** Whether a text that was read can be the code of a ticket of ours. */
export function isCode(text: string): boolean {
  return CODE.test(text)
}

/**
 * The name of a code in a package: from it the code cannot be made again, so a phone that is lost
 * holds nothing with which tickets could be drawn. Scanners read the code in upper case.
 */
export async function digestOf(code: string): Promise<string> {
  const bytes = new TextEncoder().encode(code.toLowerCase())
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash.slice(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
