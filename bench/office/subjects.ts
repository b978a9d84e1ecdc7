import { sql } from 'kysely'

import type { Database } from '#platform/db.server.ts'
import { dateInCyprus } from '#platform/time.ts'

type Found = {
  departureId: string
  lastAt: Temporal.Instant
  lastId: string
  route: string
  rareRoute: string
  reference: string
  email: string
  phone: string
  paymentId: string
  receipt: number
  cancelled: string
  disputed: string
  refundId: string
  tillId: string
  middleTill: string
  enquiry: string
  middleEnquiry: string
  noticeId: string
  draftId: string
  fareDraftId: string
  auditAt: string
  incidentId: string
  vehicleId: string
  dutyId: string
  boardingStopId: string
}

export type Subjects = Awaited<ReturnType<typeof chooseSubjects>>

/** Rows of the filled database that pages are about: a full bus, one of its orders, and so on. */
export async function chooseSubjects(database: Database) {
  const today = dateInCyprus(Temporal.Now.instant())
  const { rows } = await sql<Found>`
    with
      fullest as (
        select departure_id from departures join seat_holds using (departure_id)
        where service_date = ${today.add({ days: 1 })} group by 1 order by sum(seat_holds.seats) desc limit 1),
      last_call as (
        select departs_at, departure_id from departure_stops where position = 0
          and departs_at < (${today}::date + 2)::timestamp at time zone 'Asia/Nicosia'
        order by departs_at desc, departure_id desc offset 40 limit 1),
      bought as (
        select orders.* from bookings join orders using (order_id)
        where departure_id = (select departure_id from fullest) and contact_phone is not null and orders.status = 'confirmed'
        order by reference limit 1)
    select (select departure_id from fullest),
      (select departs_at from last_call) as last_at, (select departure_id from last_call) as last_id,
      (select route_id from routes where route_id not like '%~%' order by position limit 1) as route,
      (select route_id from routes where route_id like '%~%' order by route_id desc limit 1) as rare_route,
      bought.reference, contact_email as email, contact_phone as phone,
      (select payment_id from payments where payable_id = bought.order_id limit 1),
      (select number from receipts where receipts.order_id = bought.order_id and series = 'receipt' limit 1) as receipt,
      (select reference from orders where status = 'cancelled' order by reference limit 1) as cancelled,
      (select payment_id from payments where disputed limit 1) as disputed,
      (select refund_id from refunds where state = 'failed' limit 1),
      (select session_id from till_entries group by 1 order by count(*) desc limit 1) as till_id,
      (select session_id from till_sessions order by opened_at desc offset 2000 limit 1) as middle_till,
      (select reference from enquiries where state = 'answered' order by reference limit 1) as enquiry,
      (select reference from enquiries where state in ('answered', 'closed') order by received_at limit 1 offset 200) as middle_enquiry,
      (select draft_id from timetable_drafts limit 1),
      (select draft_id from fare_drafts limit 1) as fare_draft_id,
      (select notice_id from notices limit 1),
      (select entered_at::text || '_' || audit_id from audit_entries
        order by entered_at desc, audit_id desc offset (select count(*) / 2 from audit_entries) limit 1) as audit_at,
      (select incident_id from incident_bookings group by 1 order by count(*) desc limit 1) as incident_id,
      (select vehicle_id from vehicles order by plate limit 1) as vehicle_id,
      (select duty_id from duties where service_date = ${today} and driver_id is not null order by duty_id limit 1) as duty_id,
      (select stop_id from departure_stops where departure_id = (select departure_id from fullest) and position = 0) as boarding_stop_id
    from bought`.execute(database)
  const [found] = rows
  if (!found) throw new Error('the database has no orders for tomorrow')
  const { reference, email, phone, paymentId, auditAt, lastAt, lastId } = found
  const [moment = '', auditId = ''] = auditAt.split('_')
  return {
    ...found,
    today,
    order: { reference, email, phone, paymentId },
    placeInDay: `${lastAt.epochMilliseconds}_${lastId}`,
    placeInTills: found.middleTill,
    placeInEnquiries: found.middleEnquiry,
    placeInAudit: `${Temporal.Instant.from(moment.replace(' ', 'T')).toString()}_${auditId}`,
    settled: today.subtract({ days: 90 }).toString(),
    staffId: 'seller-7',
    driverId: 'driver-7',
  }
}
