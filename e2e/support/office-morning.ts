import { sql } from 'kysely'

import { localePath, type Locale } from '#platform/locale.ts'
import { until } from '#test/fixtures/until.ts'
import { fillIn } from '#test/simulation/filled-form.ts'

import type { Scene } from './scene.ts'
import { linksIn, openBrowser, type Fields } from './traveller.ts'

/* Acts of travellers before the office opens: bookings, a payment of a wrong sum, a complaint. */

export type Booking = {
  reference: string
  orderId: string
  departureId: string
  email: string
}

export type Morning = Awaited<ReturnType<typeof passMorning>>

/** In each language other buses, so that no day disturbs the other. */
const WAY: Record<Locale, Fields> = {
  en: { from: 'NIC', to: 'LCA', adults: '2' },
  el: { from: 'LCA', to: 'NIC', adults: '2' },
}
const NAMES: Record<Locale, string> = { en: 'Daphne Xenophontos', el: 'Δάφνη Ξενοφώντος' }
const TODAY = '2026-12-02'
const LATER = '2026-12-15'

/** All that a day in the office deals with, for one language. */
export async function passMorning(scene: Scene, locale: Locale) {
  const of = { scene, locale }
  const late = await buy(of, { who: 'late', date: TODAY, place: 0 })
  await givePast(of, late)
  return {
    change: await buy(of, { who: 'change', date: LATER }),
    cancel: await buy(of, { who: 'cancel', date: LATER }),
    late,
    stopped: await buy(of, { who: 'stopped', date: TODAY, place: 1 }),
    sick: await buy(of, { who: 'sick', date: TODAY, place: 2 }),
    underpaid: await underpay(of),
    complaint: await complain(of),
  }
}

/** As every bus of a company with duties has: somebody or something changed it before. */
async function givePast({ scene }: Of, { departureId }: Booking): Promise<void> {
  await sql`
    insert into audit_entries (audit_id, entered_at, actor, subject, action)
    values (gen_random_uuid(), now(), 'system', ${`departure:${departureId}`}, 'vehicle')`.execute(
    scene.books,
  )
}

type Of = { scene: Scene; locale: Locale }
type Wish = { who: string; date: string; place?: number }

/** Buys two seats on the departure at this place of the day's list. */
async function buy(of: Of, wish: Wish): Promise<Booking> {
  const { buyer, card, email } = await checkOut(of, wish)
  await buyer.payAtBank(card)
  return readBooking(of, email)
}

async function checkOut({ scene, locale }: Of, { who, date, place = 0 }: Wish) {
  const buyer = openBrowser(scene.site.url, { locale })
  const email = `${who}.${locale}@example.com`
  const search = new URLSearchParams({ ...WAY[locale], date })
  const results = await buyer.visit(localePath(locale, `/book-now?${search}`))
  const choices = linksIn(results.html).filter((href) => href.includes('departure='))
  await buyer.addToCart(await buyer.visit(choices[place] ?? ''))
  const { url } = await buyer.checkOut({ name: NAMES[locale], email })
  return { buyer, card: url, email }
}

/** The bank captures a cent too little, so the payment waits for a decision. */
async function underpay(of: Of): Promise<Booking> {
  const { card, email } = await checkOut(of, { who: 'underpaid', date: LATER })
  const [, order = ''] = /\/pay\/([^/?]+)/.exec(card) ?? []
  await of.scene.company.control(`/orders/${order}/pay`, { amount: 1700 })
  await until('a payment in review', async () => {
    const { rows } = await sql`
      select from payments join orders on order_id = payable_id
      where contact_email = ${email} and payments.state = 'review'`.execute(of.scene.books)
    return rows.length > 0
  })
  return readBooking(of, email)
}

async function readBooking({ scene }: Of, email: string): Promise<Booking> {
  const { rows } = await sql<Booking>`
    select reference, order_id, departure_id, contact_email as email
    from orders join bookings using (order_id) where contact_email = ${email}`.execute(scene.books)
  const [booking] = rows
  if (!booking) throw new Error(`no booking of ${email}`)
  return booking
}

/** The reference of a complaint, and the address of its writer. */
async function complain({ scene, locale }: Of): Promise<{ reference: string; email: string }> {
  const writer = openBrowser(scene.site.url, { locale })
  const email = `complaint.${locale}@example.com`
  const address = localePath(locale, '/contact')
  const page = await writer.visit(address)
  const [stamp = ''] = /(?<=name="stamp" value=")[^"]+/.exec(page.html) ?? []
  const typed = Object.fromEntries(
    fillIn('contact', LATER).map(([{ name }, value]) => [name, value]),
  )
  scene.company.moveClock({ seconds: 20 })
  const message = `The driver kept my drum. Write to ${email}.`
  const sent = { ...typed, stamp, topic: 'complaint', message, email }
  const answer = await writer.submit(scene.site.url + address, sent)
  const { rows } = await sql<{ reference: string }>`
    select reference from enquiries where email = ${email}`.execute(scene.books)
  const [enquiry] = rows
  if (!enquiry) throw new Error(`no complaint was taken: ${answer.status} ${answer.url}`)
  return { reference: enquiry.reference, email }
}
