/** The form of a digest, which no ride has. */
export const DIGEST = /^[\da-f]{16}$/

/**
 * The name of a code in a package: from it the code cannot be made again, so a phone that is lost
 * holds nothing with which tickets could be drawn. Scanners read the code in upper case.
 */
export async function digestOf(code: string): Promise<string> {
  const bytes = new TextEncoder().encode(code.toLowerCase())
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash.slice(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
