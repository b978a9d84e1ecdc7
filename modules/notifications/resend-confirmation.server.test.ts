import { expect, test } from 'vitest'

import { partyOf } from '#modules/fares/passengers.ts'
import { findOpenOrder } from '#modules/orders/order/rows.server.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import { buyIn, giveUp } from '#test/simulation/holders.ts'
import { openLetterSimulation, post, unsaid } from '#test/simulation/letters.ts'
import {
  addTraveller,
  choose,
  findOrderRow,
  getPaymentOf,
  listMails,
  ride,
} from '#test/simulation/travellers.ts'

import { correctEmail } from './correct-email.server.ts'
import { resendConfirmation } from './resend-confirmation.server.ts'

const simulation = openLetterSimulation()

test('the tickets are sent again in their present state, as a separate mail', async () => {
  const order = await buyIn('en', simulation.bank, ride(simulation.bus, 'A', 'C', { adult: 2 }))
  await post(order)
  const staying = partyOf({ adult: 1 })
  await giveUp(order, { refund: 1700, staying })
  expect(await resend(order)).toEqual({ ok: true, address: 'anna@example.com' })
  const again = (await post(order)).find(({ kind }) => kind === 'confirmation')
  const words = ['1 adult', 'Total paid: €19.00', 'R-0000', 'C-0000', order.manageId]
  expect(unsaid(again?.mail, words)).toEqual([])
  expect(again?.mail.attachments).toHaveLength(4)
  expect(await listMails(order.orderId)).toMatchObject([
    { kind: 'cancelled' },
    { kind: 'confirmation', attemptNo: 1 },
    { kind: 'confirmation', attemptNo: 2 },
  ])
})

test('a correction still sends its mail after the confirmation was sent again', async () => {
  const order = await buyIn('en', simulation.bank, ride(simulation.bus, 'A', 'C'))
  const { visitor } = await findOrderRow(order.orderId)
  await resend(order)
  const { paymentId } = await getPaymentOf(visitor)
  const corrected = { visitor, paymentId, email: 'ann@example.com', now: now() }
  expect(await correctEmail(corrected)).toEqual({ ok: true })
  expect((await listMails(order.orderId)).map(({ address }) => address)).toEqual([
    'anna@example.com',
    'anna@example.com',
    'ann@example.com',
  ])
})

test('a cancelled order, a cart and an unknown order have no tickets to send', async () => {
  const order = await buyIn('en', simulation.bank, ride(simulation.bus, 'A', 'C'))
  await giveUp(order, { refund: 1700 })
  expect(await resend(order)).toEqual({ ok: false, reason: 'no-ticket-left' })

  const visitor = addTraveller()
  await choose(visitor, ride(simulation.bus, 'A', 'C'))
  const cart = await findOpenOrder(db, visitor)
  for (const manageId of [cart?.manageId ?? '', newAccessToken(), 'x']) {
    expect(await resend({ manageId })).toEqual({ ok: false, reason: 'no-such-booking' })
  }
})

function resend({ manageId }: { manageId: string }) {
  return resendConfirmation({ manageId, by: TRAVELLER, now: now() })
}
