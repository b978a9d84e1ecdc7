import { sql } from 'kysely'
import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openDoor, type Bought } from '#e2e/support/boarding-door.ts'
import { openScene } from '#e2e/support/scene.ts'
import { OTHER_BROWSERS, type DrivenBrowser } from '#e2e/support/web-driver.ts'

/*
 * The journeys that everybody makes, in the engines of Firefox and Safari, from the packages
 * firefox-esr, webkit2gtk-driver and xvfb of Debian. A browser that is not installed is named as skipped.
 */

const scene = openScene()
const { buyTicket } = openDoor(scene)
const TOMORROW = { from: 'NIC', to: 'LCA', date: '2026-12-03' }

describe.each(OTHER_BROWSERS)('$name', ({ name, isInstalled, open }) => {
  describe.runIf(isInstalled)('as installed', () => {
    let browser: DrivenBrowser
    let relay: Server
    let site: string

    beforeAll(async () => {
      relay = await openRelay(scene.site.url)
      site = `http://localhost:${(relay.address() as AddressInfo).port}`
      browser = await open()
    })
    afterAll(async () => {
      await browser.close()
      relay.close()
    })

    test('a ride is found, held, paid after coming back from the bank, and its ticket shown', async () => {
      await browser.open(`${site}/el`)
      await browser.press('select[name="from"] option[value="NIC"]')
      await browser.press('select[name="to"] option[value="LCA"]')
      await browser.press('.ticket-search .button-action')
      await browser.until('location.pathname === "/el/book-now"')
      await browser.press('a[rel="nofollow"]:has(.ride-select)')
      await browser.press('button[data-busy]:not([name])')
      await browser.until('location.pathname === "/el/cart"')
      await browser.type('[name="name"]', 'Ελένη Γεωργίου')
      await browser.type('[name="email"]', `${name.toLowerCase()}@example.com`)
      await browser.press('[name="terms"]')
      await browser.press('#pay')
      await browser.until('document.querySelector("#cvc") !== null')

      await browser.back()
      await browser.until('location.pathname === "/el/cart"')
      expect(await browser.read('document.querySelector("#pay").disabled')).toBe(false)
      expect(await browser.read('document.querySelector("#pay").textContent')).toContain('9,00')
      await browser.press('#pay')
      await browser.type('#number', '4111 1111 1111 1111')
      await browser.type('#expiry', '12/39')
      await browser.type('#cvc', '123')
      await browser.type('#name', 'ELENI GEORGIOU')
      await browser.press('button.main')
      await browser.until('location.pathname.startsWith("/el/payment/success/")')
      await browser.press('a[href*="/tickets/"]')
      await browser.until('document.querySelector("main [role=img] path, main svg") !== null')
      expect(await browser.read('document.querySelector("main").innerText')).toContain('Γεωργίου')
    })

    test('a dispatcher reports a delay from the page of a bus', async () => {
      const { departureId } = await buyTicket(TOMORROW)
      await logIn('dispatcher')
      await browser.open(`${site}/office/departures/${departureId}`)
      await browser.press('button[name="delay"][value="20"], button[value="20"]')
      await browser.until('document.querySelector("main").innerText.includes("20 min")')
      const { rows } = await sql<{ delay: number }>`
        select minutes as delay from departure_delays where departure_id = ${departureId}`.execute(
        scene.books,
      )
      expect(rows).toEqual([{ delay: 20 }])
    })

    test('a driver’s phone keeps the list and takes a ticket', async () => {
      const bought = await buyTicket(TOMORROW)
      await logIn('driver')
      await chooseBus(bought)
      await browser.until('document.querySelector("#state.state-go") !== null')
      await browser.type('#typed', `${bought.signedCode}\uE007`)
      await browser.until('document.querySelector("#verdict-words").textContent !== ""')
      expect(await browser.read('document.querySelector("#verdict-words").textContent')).toContain(
        '2',
      )
    })

    async function logIn(role: string): Promise<void> {
      await browser.forget()
      await browser.open(`${site}/office/login`)
      await browser.press(`button[value="${role}"]`)
      await browser.until('!location.pathname.endsWith("/login")')
    }

    async function chooseBus({ ride, departureId }: Bought): Promise<void> {
      await browser.until('document.querySelector("#phone") !== null')
      await browser.press(`select[name="stop"] option[value="${ride.from}"]`)
      await browser.press(`select[name="day"] option[value="${ride.date}"]`)
      await browser.press('#choose-button')
      await browser.press(`[data-departure="${departureId}"]`)
    }
  })
})

/**
 * The site without the header Cross-Origin-Opener-Policy. WebKit loads two pages that differ in it in different
 * processes, and its driver (2.50) has no answer to anything after the way back between them, whatever they contain.
 */
async function openRelay(site: string): Promise<Server> {
  const relay = createServer((asked, answer) => {
    const { method, headers } = asked
    const onward = request(site + asked.url, { method, headers }, (answered) => {
      delete answered.headers['cross-origin-opener-policy']
      answer.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(relay, 'listening')
  return relay
}
