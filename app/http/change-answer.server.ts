import { translation } from '#app/i18n/translation.ts'
import { localePath } from '#platform/locale.ts'
import { cents, type Cents } from '#platform/money.ts'

/** The limit of changes from one address: 60 in ten minutes. */
export const CHANGES = { name: 'change', tries: 60, seconds: 600, shared: true }

/** The order page, or a page below it, in the current language. */
export function orderAddress(manageId: string, rest = ''): string {
  return localePath(translation().locale, `/bookings/${manageId}${rest}`)
}

/**
 * The amount that a form says was shown. An unreadable amount matches no quote, so the visitor is
 * asked again.
 */
export function readShown(text: string): Cents {
  return cents(/^\d{1,7}$/.test(text) ? Number(text) : -1)
}
