import { parse } from 'bowser'

const LONGEST_READ = 500
const LONGEST_NAME = 60

/**
 * Browser and system by which somebody knows a device of theirs, such as "Firefox, Windows", from
 * what a browser says of itself. Versions and the rest, which tell people apart, are left out.
 *
 * @returns nothing where it says neither
 */
export function nameDevice(userAgent = ''): string | null {
  if (userAgent === '') return null
  const { browser, os } = parse(userAgent.slice(0, LONGEST_READ))
  const known = [browser.name, os.name].filter(Boolean)
  return known.length > 0 ? known.join(', ').slice(0, LONGEST_NAME) : null
}
