import { afterEach, expect, test } from 'vitest'

import { countEntries } from '#platform/audit.server.ts'
import { db } from '#platform/db.server.ts'
import { acknowledgeAlert, listOpenAlerts } from '#platform/watch/alerts.server.ts'

import { closeEnquiry, reopenEnquiry, sendAnswer } from './answer.server.ts'
import { watchComplaints } from './complaint-alerts.server.ts'
import { findEnquiry } from './inbox.server.ts'
import { receiveEnquiry } from './receive-enquiry.server.ts'

const now = Temporal.Instant.from('2026-11-20T06:30:00Z')
const NEAR = Temporal.Instant.from('2026-12-17T06:00:00Z')
const OVER = Temporal.Instant.from('2026-12-21T06:00:00Z')
const by = { kind: 'staff', staffId: 'maria' } as const
let sent = 0

afterEach(async () => {
  await db.deleteFrom('enquiries').execute()
  await db.deleteFrom('alerts').execute()
})

async function complain(topic = 'complaint') {
  const message = `The bus left without us (${(sent += 1)}).`
  const name = { 'first-name': 'Anna', 'last-name': 'Georgiou' }
  const { reference } = await receiveEnquiry({
    kind: 'contact',
    fields: { ...name, email: 'anna@example.com', topic, message },
    suspicions: [],
    locale: 'en',
    visitor: 'anna',
    now,
  })
  return reference
}

async function act(reference: string) {
  const enquiryId = (await findEnquiry(reference))?.enquiryId ?? ''
  return { reference, by, seen: await countEntries(`enquiry:${enquiryId}`), now: NEAR }
}

async function listAlerts() {
  return (await listOpenAlerts(10)).map(({ kind, facts, times }) => [
    kind,
    facts['reference'],
    times,
  ])
}

test('a complaint raises one alert when its legal date is near, and another when it is over', async () => {
  const complaint = await complain()
  await complain('question')
  await watchComplaints(now)
  expect(await listAlerts()).toEqual([])
  await watchComplaints(NEAR)
  await watchComplaints(NEAR)
  expect(await listAlerts()).toEqual([['complaint-due', complaint, 1]])
  await watchComplaints(OVER)
  expect(await listAlerts()).toEqual([['complaint-overdue', complaint, 1]])
})

test('an answer ends the alert, and one reopened raises it again', async () => {
  const [answered, closed] = [await complain(), await complain()]
  await watchComplaints(NEAR)
  await sendAnswer({ ...(await act(answered)), text: 'We are sorry.', settles: true })
  expect(await listAlerts()).toEqual([['complaint-due', closed, 1]])
  await closeEnquiry({ ...(await act(closed)), why: 'Sent twice' })
  expect(await listAlerts()).toEqual([])
  await reopenEnquiry(await act(closed))
  await watchComplaints(NEAR)
  expect(await listAlerts()).toEqual([['complaint-due', closed, 1]])
})

test('an alert marked as seen is not raised again before the date is over', async () => {
  const complaint = await complain()
  await watchComplaints(NEAR)
  const [alert] = await listOpenAlerts(10)
  await acknowledgeAlert({ alertId: alert?.alertId ?? '', by, now: NEAR })
  await watchComplaints(NEAR)
  expect(await listAlerts()).toEqual([])
  await watchComplaints(OVER)
  expect(await listAlerts()).toEqual([['complaint-overdue', complaint, 1]])
})

test('the alert about an erased complaint ends', async () => {
  await complain()
  await watchComplaints(NEAR)
  await db.deleteFrom('enquiries').execute()
  await watchComplaints(NEAR)
  expect(await listAlerts()).toEqual([])
})
