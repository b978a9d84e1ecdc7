import { chromium } from 'playwright-core'
import sharp from 'sharp'

import { findBrowser } from '#e2e/support/find-browser.ts'
import { openHouse } from '#e2e/support/own-house.ts'
import { linksIn, openBrowser as openTraveller } from '#e2e/support/traveller.ts'
import { printTickets } from '#modules/documents/pdf/documents.server.ts'
import { writeSignedCode } from '#modules/tickets/ticket-code.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import type { Sheet } from '#test/fixtures/camera/photograph.ts'
import { printOut, sheetOf } from '#test/fixtures/camera/sheets.ts'
import { EXAMPLE_FACTS, exampleTicket } from '#test/fixtures/example-views.ts'
import { SAMPLE_SIGNER } from '#test/fixtures/sample-ticket-key.ts'

/* Tickets on paper and on the screen of a phone, as they are and as they were before codes were signed. */

export type TicketSheets = { what: string; sheets: Sheet[] }[]

const PRINTED = 10
const RIDES = [
  { from: 'FAMAGUSTA', to: 'LCA', date: '2026-12-11', adults: '1' },
  { from: 'LCA', to: 'FAMAGUSTA', date: '2026-12-14', adults: '1' },
]
/** A phone with 390 points in a row, whose glass is 65 mm wide. */
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 }
const PIXELS_PER_MILLIMETRE = (390 * 3) / 65

/** All of them, from documents with different codes. */
export async function makeSheets(): Promise<TicketSheets> {
  const screens = await photographPages()
  return [
    { what: 'paper, signed', sheets: await printSome('signed') },
    { what: 'screen, signed', sheets: screens.signed },
    { what: 'paper, before', sheets: await printSome('before') },
    { what: 'screen, before', sheets: screens.before },
  ]
}

async function printSome(form: 'signed' | 'before'): Promise<Sheet[]> {
  const tickets = Array.from({ length: PRINTED }, () => {
    const code = newAccessToken()
    const signedCode = writeSignedCode({ ...EXAMPLE_FACTS, code }, SAMPLE_SIGNER)
    return exampleTicket({ code, signedCode: form === 'signed' ? signedCode : null })
  })
  return printOut(await Promise.all(tickets.map((ticket) => printTickets([ticket]))))
}

/** The pages of a bought ticket there and back, in a browser as wide as a phone. */
async function photographPages() {
  const house = await openHouse()
  const browser = await chromium.launch(await findBrowser())
  const books = []
  try {
    const site = await house.startSite({ LOG_LEVEL: 'warn', DEMONSTRATION_COMPANY: 'off' })
    const paths = await buyTickets(site.url)
    const page = await browser.newPage(PHONE)
    const shoot = async () => {
      const pictures = []
      for (const path of paths) {
        await page.goto(site.url + path)
        pictures.push(await page.locator('.pass-code').screenshot())
      }
      return Promise.all(pictures.map(readPicture))
    }
    const signed = await shoot()
    const database = house.books()
    books.push(database)
    await database.updateTable('tickets').set({ signedCode: null }).execute()
    return { signed, before: await shoot() }
  } finally {
    await browser.close()
    for (const one of books) await one.destroy()
    await house.close()
  }
}

async function buyTickets(site: string): Promise<string[]> {
  const buyer = openTraveller(site)
  for (const ride of RIDES) await buyer.addToCart(await buyer.chooseRide(ride))
  const paid = await buyer.payAtBank((await buyer.checkOut()).url)
  return [...new Set(linksIn(paid.html).filter((href) => /\/tickets\/[\da-z]{26}$/.test(href)))]
}

async function readPicture(picture: Buffer): Promise<Sheet> {
  const { data, info } = await sharp(picture)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return sheetOf({ data, width: info.width, height: info.height }, PIXELS_PER_MILLIMETRE)
}
