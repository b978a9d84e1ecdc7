import { beforeEach, expect, test } from 'vitest'

import { sendPaymentLink } from '#modules/sales/sell.server.ts'
import { addBrowser, openPage } from '#test/fixtures/open-page.ts'
import { addSeller, endHold, listPaymentPages, saleOf } from '#test/simulation/sales.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import { findOrderRow, ride } from '#test/simulation/travellers.ts'

import { action, loader } from './page.tsx'
import type { PayLinkView } from './view.server.ts'

openSimulation()
let orderId: string
let manageId: string
beforeEach(async () => {
  const bus = await anyBus()
  const sent = await sendPaymentLink(saleOf(await addSeller(), ride(bus, 'A', 'C')))
  orderId = sent.ok ? sent.orderId : ''
  manageId = (await findOrderRow(orderId)).manageId
})

function look(prefix = '') {
  return openPage<PayLinkView>(loader, `${prefix}/pay/${manageId}`, { params: { id: manageId } })
}

test('the link shows the seats, the price and the deadline, and starts no payment before it is pressed', async () => {
  const { shown } = await look('/el')
  expect(shown).toMatchObject({ is: 'payable', total: 1800, rides: [{}] })
  expect(await listPaymentPages()).toEqual([])
})

test('a press leads to the payment page, and the browser may open the booking', async () => {
  const asked = { browser: addBrowser(), params: { id: manageId }, form: {} }
  const pressed = await openPage(action, `/pay/${manageId}`, asked)
  expect(pressed.status).toBe(303)
  expect(await listPaymentPages()).toEqual([pressed.location])
  expect(pressed.setCookies.join()).toContain('holder=')
  const again = await openPage(action, `/pay/${manageId}`, asked)
  expect(again.location).toBe(pressed.location)
})

test('a link whose time is over says so, and one that is unknown does not exist', async () => {
  await endHold(orderId)
  expect((await look()).shown).toEqual({ is: 'over' })
  const pressed = await openPage(action, `/pay/${manageId}`, { params: { id: manageId }, form: {} })
  expect(pressed.location).toBe(`/pay/${manageId}`)
  const unknown = await openPage(loader, '/pay/none', { params: { id: 'none' } })
  expect(unknown.status).toBe(404)
})
