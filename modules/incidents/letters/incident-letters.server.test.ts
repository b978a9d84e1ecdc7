import { describe, expect, test } from 'vitest'

import { endingOf, findChoice } from '#modules/incidents/choices/choices.server.ts'
import { breakOff, quoteBreakOff } from '#modules/incidents/departures/break-off.server.ts'
import { tellHolders } from '#modules/incidents/departures/cancel-departure.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { LOCALES } from '#platform/locale.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { cancelAndTell, getChoice } from '#test/fixtures/cancelled-bus.ts'
import { buyIn } from '#test/simulation/holders.ts'
import { letter, openLetterSimulation, says, unsaid } from '#test/simulation/letters.ts'
import { ride } from '#test/simulation/travellers.ts'

const simulation = openLetterSimulation()

/** Ends the bus five minutes after it should have left its first stop. */
async function breakAt(fromPosition: number): Promise<void> {
  const { bus: departureId, leaves } = simulation
  shiftClock({ minutes: Math.ceil(now().until(leaves).total('minutes')) + 5 })
  const shown = await quoteBreakOff(departureId, fromPosition)
  const wish = { departureId, fromPosition, shown, reason: 'engine', by: ADMIN, now: now() }
  expect(await breakOff(wish)).toMatchObject({ ok: true })
  await tellHolders(now())
}

describe.each(LOCALES)('in %s', (locale) => {
  test('passengers who wait for a bus that broke down are told that it will not reach their stop', async () => {
    const order = await buyIn(locale, simulation.bank, ride(simulation.bus, 'B', 'D'))
    await breakAt(1)
    const mail = await letter(order, 'departure-cancelled')
    expect(mail.subject).toContain(
      says(locale, {
        en: 'Your bus will not reach your stop: ',
        el: 'Το λεωφορείο σας δεν θα φτάσει στη στάση σας: ',
      }),
    )
    expect(
      unsaid(mail, [
        says(locale, {
          en: 'Your bus had to end its journey early and will not reach ',
          el: 'Το λεωφορείο σας αναγκάστηκε να διακόψει τη διαδρομή και δεν θα φτάσει στη στάση ',
        }),
      ]),
    ).toEqual([])
    expect(mail.text).not.toMatch(/cancel this bus|να ακυρώσουμε/)
  })

  test('passengers who wait for a bus that never came are told that it is not coming', async () => {
    const order = await buyIn(locale, simulation.bank, ride(simulation.bus, 'A', 'D'))
    await breakAt(0)
    const mail = await letter(order, 'departure-cancelled')
    expect(mail.subject).toContain(
      says(locale, { en: 'Your bus is not coming: ', el: 'Το λεωφορείο σας δεν θα έρθει: ' }),
    )
    const story = { en: 'Your bus did not set off', el: 'Το λεωφορείο σας δεν ξεκίνησε' }
    expect(unsaid(mail, [says(locale, story)])).toEqual([])
    expect(mail.text).not.toMatch(/cancel this bus|να ακυρώσουμε/)
    const choice = await findChoice(db, (await getChoice(order.orderId)).token)
    expect(choice && endingOf(choice)).toBe('never-came')
  })

  test('own words of the office are text in a mail, whatever they contain', async () => {
    const order = await buyIn(locale, simulation.bank, ride(simulation.bus, 'A', 'C'))
    const why = 'A <b>fire</b> & "smoke" at http://example.com'
    await cancelAndTell(simulation.bus, { en: why, el: why })
    const mail = await letter(order, 'departure-cancelled')
    expect(mail.text).toContain(`${says(locale, { en: 'Reason:', el: 'Αιτία:' })} ${why}`)
    expect(mail.html).toContain('A &lt;b&gt;fire&lt;/b&gt; &amp; &quot;smoke&quot; at http://')
    expect(mail.html).not.toContain('<b>fire')
  })
})
