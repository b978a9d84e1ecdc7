import { textIn } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import type { FormProblem } from '#app/ui/error-summary.tsx'
import type { Place } from '#modules/dispatch/bays.server.ts'
import { getStops } from '#modules/timetable/list-places.server.ts'
import { LOCALES, type Locale } from '#platform/locale.ts'

type ReadPlace = { ok: true; place: Place } | { ok: false; problem: FormProblem }

/** The place of a form at which a stop is served instead: another stop, or words in every language. */
export async function readPlace(form: FormData): Promise<ReadPlace> {
  const { moved } = translation().messages.office.incidentMany
  const instead = textIn(form, 'instead')
  if (instead) return atStop(instead)
  const written = LOCALES.map((locale) => [locale, textIn(form, `place-${locale}`).trim()] as const)
  const missing = written.find(([, words]) => words === '')
  if (missing) {
    return { ok: false, problem: { fieldId: `place-${missing[0]}`, sentence: moved.noPlace } }
  }
  const position = readPosition(textIn(form, 'map').trim())
  if (!position) return { ok: false, problem: { fieldId: 'map', sentence: moved.badMap } }
  const words = Object.fromEntries(written) as Record<Locale, string>
  return { ok: true, place: { words, ...position } }
}

async function atStop(stopId: string): Promise<ReadPlace> {
  const { moved } = translation().messages.office.incidentMany
  const named = await Promise.all(
    LOCALES.map(async (locale) => [locale, (await getStops(locale)).get(stopId)] as const),
  )
  const [[, stop] = []] = named
  if (!stop) return { ok: false, problem: { fieldId: 'instead', sentence: moved.noPlace } }
  const { latitude, longitude } = stop
  const words = named.map(([locale, one]) => [locale, one?.name ?? stop.name])
  return {
    ok: true,
    place: { words: Object.fromEntries(words) as Record<Locale, string>, latitude, longitude },
  }
}

const POSITION =
  /^(?<latitude>-?\d{1,2}(?:\.\d{1,8})?)[,;\s]+(?<longitude>-?\d{1,3}(?:\.\d{1,8})?)$/

/** "35.1753, 33.3642" as a map copies it; nothing is a place that is not on a map. */
function readPosition(text: string): Pick<Place, 'latitude' | 'longitude'> | undefined {
  if (text === '') return { latitude: null, longitude: null }
  const { latitude, longitude } = POSITION.exec(text)?.groups ?? {}
  const [north, east] = [Number(latitude), Number(longitude)]
  const isPossible = Math.abs(north) <= 90 && Math.abs(east) <= 180
  return isPossible ? { latitude: north, longitude: east } : undefined
}
