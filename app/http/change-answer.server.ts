import { translation } from '#app/i18n/translation.ts'
import { localePath } from '#platform/locale.ts'
import { cents, type Cents } from '#platform/money.ts'

/** What one address may change within ten minutes. */
export const CHANGES = { name: 'change', tries: 60, seconds: 600, shared: true }

/** The order view, or what follows it, in the language of the page. */
export function orderAddress(manageId: string, rest = ''): string {
  return localePath(translation().locale, `/bookings/${manageId}${rest}`)
}

/** The amount a form says was shown; what is none is never what is true, so one is asked again. */
export function readShown(text: string): Cents {
  return cents(/^\d{1,7}$/.test(text) ? Number(text) : -1)
}
