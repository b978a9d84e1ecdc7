import { translation } from '#app/i18n/translation.ts'
import { listIncidentDepartures } from '#modules/incidents/reads/find-incident.server.ts'
import { reportIncident, type Outcome } from '#modules/incidents/reads/report-incident.server.ts'
import { getStops } from '#modules/timetable/list-places.server.ts'
import { dateAndTime } from '#platform/format/moments.ts'
import { decimalText } from '#platform/format/numbers.ts'
import { cents, formatEuros } from '#platform/money.ts'

import type { ReportView } from './view.ts'

/** The departures of an incident with the outcome on each, and how soon passengers were told. */
export async function showReport(incidentId: string): Promise<ReportView> {
  const { locale, messages } = translation()
  const words = messages.office.incidents.report
  const [listed, report, stops] = await Promise.all([
    listIncidentDepartures(incidentId),
    reportIncident(incidentId),
    getStops(locale),
  ])
  const nameAt = (stopId: string) => stops.get(stopId)?.shortName ?? stopId
  const outcomes = new Map(report.departures.map((one) => [one.departureId, one]))
  const rows = listed.map(({ departureId, departsAt, firstStopId, lastStopId }) => {
    const way = messages.office.departures.way(nameAt(firstStopId), nameAt(lastStopId))
    const title = messages.office.departure.titleOf(dateAndTime(departsAt, locale), way)
    return { departureId, title, ...(outcomes.get(departureId) ?? NOTHING) }
  })
  const sumOf = (of: keyof Outcome) => rows.reduce((sum, row) => sum + row[of], 0)
  const { reached, notReached, median, ninetyFifth } = report.told
  const minutes = (value: number | null) =>
    value === null ? '–' : words.minutes(decimalText(Math.round(value * 10) / 10, locale))
  const value = messages.office.incidents.counts.value
  return {
    departures: rows,
    facts: [
      { name: words.moved, value: value(sumOf('moved'), sumOf('movedPeople')) },
      { name: words.paid, value: value(sumOf('paid'), sumOf('paidPeople')) },
      {
        name: messages.office.incidents.counts.parted,
        value: value(sumOf('parted'), sumOf('partedPeople')),
      },
      { name: words.cost, value: formatEuros(cents(sumOf('refundCents')), locale) },
      { name: words.reached, value: String(reached) },
      { name: words.notReached, value: String(notReached) },
      { name: words.median, value: minutes(median) },
      { name: words.ninetyFifth, value: minutes(ninetyFifth) },
    ],
  }
}

const NOTHING: Outcome = {
  bookings: 0,
  moved: 0,
  movedPeople: 0,
  paid: 0,
  paidPeople: 0,
  parted: 0,
  partedPeople: 0,
  waiting: 0,
  staying: 0,
  refundCents: 0,
}
