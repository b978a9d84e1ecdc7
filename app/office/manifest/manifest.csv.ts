import { stringify } from 'csv-stringify/sync'

import { found } from '#app/http/found.ts'
import { translation } from '#app/i18n/translation.ts'
import { findManifest } from '#modules/boarding/lists/find-manifest.server.ts'
import { nameParty, notesOn, ticketNumberParts } from '#modules/documents/manifest-words.ts'
import type { Manifest, ManifestParty, ManifestStop } from '#modules/documents/manifest.ts'
import { PASSENGER_CATEGORIES } from '#modules/fares/passengers.ts'
import { now } from '#platform/clock.server.ts'
import { clockTime } from '#platform/time.ts'

import type { Route } from './+types/manifest.csv'
import { nameFile } from './file-name.ts'

/** The separators that spreadsheets expect where a decimal comma is written, and elsewhere. */
const DELIMITERS = { en: ',', el: ';' } as const

/** The passenger list as a CSV file in UTF-8 with its mark, so that spreadsheets read Greek. */
export async function loader({ params }: Route.LoaderArgs) {
  const { locale } = translation()
  const manifest = found(await findManifest(params.id, { locale, now: now() }))
  return new Response(write(manifest), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${nameFile(manifest, 'csv')}"`,
      'Cache-Control': 'no-store',
    },
  })
}

/** A row for each party. A name that begins like a formula is written so that none is run. */
function write({ stops, locale }: Manifest): string {
  const rows = stops.flatMap((stop) => stop.boards.map((party) => rowOf(stop, party, locale)))
  return stringify([heads(), ...rows], {
    bom: true,
    delimiter: DELIMITERS[locale],
    record_delimiter: 'windows',
    escape_formulas: true,
  })
}

function heads(): string[] {
  const { common, office } = translation().messages
  const { columns } = office.manifest
  return [
    columns.time,
    columns.stop,
    columns.leader,
    ...PASSENGER_CATEGORIES.map((category) => common.categories[category].fare),
    columns.seats,
    columns.wheelchairs,
    columns.to,
    columns.ticket,
    columns.issue,
    columns.aboard,
    columns.notes,
  ]
}

function rowOf(stop: ManifestStop, party: ManifestParty, locale: Manifest['locale']) {
  const { start, bold, end } = ticketNumberParts(party)
  return [
    clockTime(stop.departsAt),
    stop.name,
    nameParty(party, locale),
    ...PASSENGER_CATEGORIES.map((category) => party.passengers[category]),
    party.seats,
    party.wheelchairUsers,
    party.to,
    start + bold + end,
    party.issue,
    party.aboard,
    notesOn(party, locale).join('. '),
  ]
}
