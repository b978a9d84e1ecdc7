import { formIn, openBrowser } from './traveller.ts'

/** Cancels a coach that has broken down, as a dispatcher does, and returns the page that follows. */
export async function cancelDeparture(site: string, departureId: string): Promise<string> {
  const dispatcher = openBrowser(site)
  await dispatcher.submit('/office/login', { intent: 'enter', role: 'dispatcher' })
  const path = `/office/departures/${departureId}/cancel`
  const { status, url, html } = await dispatcher.visit(path)
  if (status !== 200 || !url.endsWith(path)) throw new Error(`${path} led to ${url}: ${status}`)
  const [, code = ''] = /the code is (\d{6}) now/.exec(html) ?? []
  const form = { ...formIn(html, 'bookings'), reason: 'broken down', code }
  const done = await dispatcher.submit(url, form)
  if (done.url.endsWith('/cancel')) throw new Error(`the departure ${departureId} is not cancelled`)
  return done.html
}
