import { parse } from 'bowser'

const MAX_READ_LENGTH = 500
const MAX_NAME_LENGTH = 60

/**
 * Browser and system, such as "Firefox, Windows", from the User-Agent header, so that people
 * recognize their devices. Versions and other details, which identify a person, are dropped.
 *
 * @returns null if the header names neither
 */
export function nameDevice(userAgent = ''): string | null {
  if (userAgent === '') return null
  const { browser, os } = parse(userAgent.slice(0, MAX_READ_LENGTH))
  const known = [browser.name, os.name].filter(Boolean)
  return known.length > 0 ? known.join(', ').slice(0, MAX_NAME_LENGTH) : null
}
