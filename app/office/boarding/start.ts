import { translation } from '#app/i18n/translation.ts'
import { PASSENGER_CATEGORIES } from '#modules/fares/passengers.ts'
import { company } from '#operator'
import * as paths from '#paths'
import decoder from '#phone/camera/decode-worker.ts?worker&url'
import drawer from '#phone/draw-worker.ts?worker&url'
import type { Start } from '#phone/state/start.ts'
import { localePath } from '#platform/locale.ts'

import type { BoardingView } from './view.server.ts'

/** What the phone is told with its page. */
export function startOf({ stops, days, stopId, day, isOwnDuty }: BoardingView): Start {
  const { locale, messages } = translation()
  const { boarding, login } = messages.office
  const { choose, chooseStop, chooseDay, chooseOther, show, phone: words } = boarding
  const at = (path: string) => localePath(locale, path)
  const categories = PASSENGER_CATEGORIES.map((category) => {
    const label = messages.common.categories[category].field
    const { fewer, more } = words.walkUp
    return [category, { label, fewer: fewer(label), more: more(label) }] as const
  })
  return {
    locale,
    words,
    title: boarding.title,
    logIn: login.title,
    categories: Object.fromEntries(categories) as Start['categories'],
    sellsOnBoard: company().sellsOnBoard,
    choice: {
      stops,
      days,
      stopId,
      day,
      isOwnDuty,
      words: { choose, chooseStop, chooseDay, chooseOther, show },
    },
    addresses: {
      page: at(paths.officeBoarding()),
      sync: at(paths.officeBoardingSync()),
      login: at(paths.officeLogin()),
      till: at(paths.officeTill()),
      worker: '/boarding-worker.js',
      decoder,
      drawer,
    },
  }
}
