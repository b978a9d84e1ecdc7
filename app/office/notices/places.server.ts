import { translation } from '#app/i18n/translation.ts'
import type { NoticeContent } from '#modules/notices/notice.ts'
import { getStops } from '#modules/timetable/list-places.server.ts'
import { listRouteNames } from '#modules/timetable/list-route-names.server.ts'

type PlaceOption = { value: string; name: string }

/** The choices of the form beside every page. A value is "route:1" or "stop:LCA". */
export type PlaceOptions = { routes: PlaceOption[]; stops: PlaceOption[] }

export async function listPlaceOptions(): Promise<PlaceOptions> {
  const { locale } = translation()
  const routes = await listRouteNames(locale)
  const stops = await getStops(locale)
  return {
    routes: routes.map(({ routeId, name }) => ({ value: `route:${routeId}`, name })),
    stops: [...stops.values()].map(({ stopId, name }) => ({ value: `stop:${stopId}`, name })),
  }
}

type Where = Pick<NoticeContent, 'place' | 'routeId' | 'stopId'>

/** The value of the form for a place. */
export function placeValue({ place, routeId, stopId }: Where): string {
  return place === 'every-page' ? place : `${place}:${routeId ?? stopId ?? ''}`
}

/** The place with this value of the form. One of an unknown route or stop names none. */
export async function readPlace(value: string): Promise<Where> {
  const { routes, stops } = await listPlaceOptions()
  const isKnown = [...routes, ...stops].some((one) => one.value === value)
  const [place, ...rest] = value.split(':')
  const id = isKnown ? rest.join(':') : null
  if (place === 'route') return { place, routeId: id, stopId: null }
  if (place === 'stop') return { place, routeId: null, stopId: id }
  return { place: 'every-page', routeId: null, stopId: null }
}
