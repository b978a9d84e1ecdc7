import { translation } from '#app/i18n/translation.ts'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'
import { cents, type Cents } from '#platform/money.ts'

/** The limit of changes from one address: 60 in ten minutes. */
export const CHANGES = { name: 'change', tries: 60, seconds: 600, shared: true }

/** The order view, in the language of the page. */
export function orderAddress(manageId: string, query = ''): string {
  return localePath(translation().locale, paths.order(manageId, query))
}

/**
 * The amount that a form says was shown. An unreadable amount matches no quote, so the visitor is
 * asked again.
 */
export function readShown(text: string): Cents {
  return cents(/^\d{1,7}$/.test(text) ? Number(text) : -1)
}
