import { parse } from 'bowser'

const MAX_READ_LENGTH = 500
const MAX_NAME_LENGTH = 60

/**
 * Browser and system by which somebody knows a device of theirs, such as "Firefox, Windows", from
 * what a browser says of itself. Versions and the rest, which tell people apart, are left out.
 *
 * @returns nothing where it says neither
 */
export function nameDevice(userAgent = ''): string | null {
  if (userAgent === '') return null
  const { browser, os } = parse(userAgent.slice(0, MAX_READ_LENGTH))
  const known = [browser.name, os.name].filter(Boolean)
  return known.length > 0 ? known.join(', ').slice(0, MAX_NAME_LENGTH) : null
}
