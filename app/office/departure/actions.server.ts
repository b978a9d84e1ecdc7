import { readToldReason } from '#app/components/office/read-told-reason.server.ts'
import { textIn } from '#app/http/read-form.server.ts'
import { done, officeAction, refused, type Press } from '#app/office/act.server.ts'
import { reopenBoarding } from '#modules/boarding/counts/reopen-boarding.server.ts'
import { setBay } from '#modules/dispatch/bays.server.ts'
import { closeSale } from '#modules/dispatch/close-sale.server.ts'
import { MAX_DELAY_MINUTES, MIN_DELAY_MINUTES } from '#modules/dispatch/delay.ts'
import type { Decision } from '#modules/dispatch/departure.server.ts'
import {
  assignVehicle,
  changePlaces,
  type PlacesOutcome,
  type VehicleOutcome,
} from '#modules/fleet/assign-vehicle.server.ts'
import { removeExtra } from '#modules/fleet/extra-departure.server.ts'
import { sendRelief } from '#modules/fleet/relief-bus.server.ts'
import { MAX_SEATS, MAX_WHEELCHAIRS } from '#modules/fleet/vehicle.ts'
import {
  reviveDeparture,
  runAnyway,
} from '#modules/incidents/departures/revive-departure.server.ts'
import { openSmallerBuses } from '#modules/incidents/departures/smaller-bus.server.ts'
import { listOpenIncidents } from '#modules/incidents/incident/incidents.server.ts'
import { sendMessage } from '#modules/incidents/office/send-message.server.ts'
import { reportDelay } from '#modules/incidents/times/report-delay.server.ts'
import { openSale } from '#modules/seats/change-capacity.server.ts'
import { blockSeats, freeSeats } from '#modules/seats/seat-blocks.server.ts'
import * as paths from '#paths'
import { LOCALES, type Locale } from '#platform/locale.ts'

import { refuse } from './refusal.server.ts'

/** The acts on the page of a departure. */
export const departureAction = officeAction('/office/departures/:id', {
  async late(press) {
    const minutes = wholeNumber(press, 'minutes')
    const isPossible =
      minutes !== undefined && isWithin(minutes, MIN_DELAY_MINUTES, MAX_DELAY_MINUTES)
    if (!isPossible) return answer(press, 'minutes', { ok: false, reason: 'minutes-missing' })
    const told = readToldReason(press.form)
    if (!told.ok) return refused([told.problem], press.form)
    const fromPosition = wholeNumber(press, 'from') ?? 0
    const { toldReason } = told
    const report = { ...decisionOf(press), fromPosition, minutes, toldReason }
    return answer(press, 'minutes', await reportDelay(report))
  },
  async 'on-time'(press) {
    const report = { ...decisionOf(press), fromPosition: 0, minutes: 0 }
    return answer(press, 'minutes', await reportDelay(report))
  },
  async 'reopen-boarding'(press) {
    const position = wholeNumber(press, 'position') ?? -1
    return answer(press, 'reopen', await reopenBoarding({ ...decisionOf(press), position }))
  },
  async 'close-sale'(press) {
    return answer(press, 'reason-sale', await closeSale(decisionOf(press)))
  },
  async 'open-sale'(press) {
    return answer(press, 'reason-sale', await openSale(decisionOf(press)))
  },
  async block(press) {
    const seats = wholeNumber(press, 'block-seats') ?? NaN
    const decision = decisionOf(press)
    const outcome = await blockSeats({ ...decision, reason: decision.reason ?? '', seats })
    const isReason = !outcome.ok && outcome.reason === 'reason-missing'
    return answer(press, isReason ? 'reason-block' : 'block-seats', outcome)
  },
  async free(press) {
    const blockId = textOf(press, 'block')
    return answer(press, 'blocks', await freeSeats({ ...decisionOf(press), blockId }))
  },
  async 'remove-extra'(press) {
    const outcome = await removeExtra(decisionOf(press))
    if (!outcome.ok) return answer(press, 'reason-remove', outcome)
    return done(paths.officeDepartures(new URLSearchParams({ day: outcome.day.toString() })))
  },
  async capacity(press) {
    const [seats, wheelchairPlaces] = [
      wholeNumber(press, 'seats'),
      wholeNumber(press, 'wheelchairs'),
    ]
    const isPossible =
      seats !== undefined &&
      wheelchairPlaces !== undefined &&
      isWithin(seats, 1, MAX_SEATS) &&
      isWithin(wheelchairPlaces, 0, MAX_WHEELCHAIRS)
    if (!isPossible) return answer(press, 'seats', { ok: false, reason: 'seats-missing' })
    const wanted = { seats, wheelchairPlaces }
    return answerPlaces(press, 'seats', await changePlaces({ ...decisionOf(press), wanted }))
  },
  async vehicle(press) {
    const vehicleId = textOf(press, 'vehicle') || null
    const outcome = await assignVehicle({ ...decisionOf(press), vehicleId })
    return answerPlaces(press, 'vehicle', outcome)
  },
  async relief(press) {
    const [vehicleId, dutyId] = [
      textOf(press, 'relief') || null,
      textOf(press, 'relief-duty') || null,
    ]
    const wish = { ...decisionOf(press), vehicleId, dutyId }
    return answer(press, 'relief', await sendRelief(wish))
  },
  async bay(press) {
    const written = LOCALES.filter((locale) => textOf(press, `directions-${locale}`) !== '')
    if (written.length > 0 && written.length < LOCALES.length) {
      return answer(press, 'directions-en', { ok: false, reason: 'directions-missing' })
    }
    const outcome = await setBay({
      ...decisionOf(press),
      position: wholeNumber(press, 'stop') ?? -1,
      bay: textOf(press, 'bay') || null,
      directions: written.length > 0 ? inEveryLanguage(press, 'directions') : null,
    })
    return answer(press, 'bay', outcome)
  },
  async message(press) {
    const position = wholeNumber(press, 'to') ?? null
    const words = inEveryLanguage(press, 'message')
    const outcome = await sendMessage({ ...decisionOf(press), position, words })
    const isMissing = !outcome.ok && 'locale' in outcome
    return answer(press, isMissing ? `message-${outcome.locale}` : 'message-en', outcome)
  },
  async revive(press) {
    return answer(press, 'reason-revive', await reviveDeparture(decisionOf(press)))
  },
  async 'run-anyway'(press) {
    return answer(press, 'reason-run-anyway', await runAnyway(decisionOf(press)))
  },
})

type Outcome = { ok: true } | (Parameters<typeof refuse>[0] & { ok: false })

/** The page that shows the result, or the form again with the reason at its field. */
async function answer({ form, params }: Press, fieldId: string, outcome: Outcome) {
  const departureId = params['id'] ?? ''
  if (outcome.ok) return done(paths.officeDeparture(departureId))
  return refuse(outcome, { form, fieldId, departureId })
}

/** With more aboard than the bus has places, the incident that has opened. */
async function answerPlaces(
  press: Press,
  fieldId: string,
  outcome: PlacesOutcome | VehicleOutcome,
) {
  if (!outcome.ok || !outcome.overFull) return answer(press, fieldId, outcome)
  await openSmallerBuses(press.now)
  const incidents = await listOpenIncidents(press.params['id'] ?? '')
  const smaller = incidents.find(({ kind }) => kind === 'smaller-bus')
  if (!smaller) return answer(press, fieldId, outcome)
  return done(paths.officeIncident(smaller.incidentId))
}

function decisionOf(press: Press): Decision {
  const { params, by, seen, now } = press
  return { departureId: params['id'] ?? '', by, reason: textOf(press, 'reason'), seen, now }
}

function textOf({ form }: Press, name: string): string {
  return textIn(form, name).trim()
}

function wholeNumber(press: Press, name: string): number | undefined {
  const text = textOf(press, name).replace('−', '-')
  return /^-?\d{1,5}$/.test(text) ? Number(text) : undefined
}

function isWithin(number: number, least: number, most: number): boolean {
  return least <= number && number <= most
}

function inEveryLanguage(press: Press, name: string): Record<Locale, string> {
  const words = LOCALES.map((locale) => [locale, textOf(press, `${name}-${locale}`)])
  return Object.fromEntries(words) as Record<Locale, string>
}
