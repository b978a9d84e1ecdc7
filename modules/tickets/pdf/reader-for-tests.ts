import { PDFiumLibrary } from '@hyzyla/pdfium'
import jsQR from 'jsqr'
import { afterAll, beforeAll } from 'vitest'

/** For the tests of a file: reads documents as people and scanners do. */
export function openReader() {
  let reader: Awaited<ReturnType<typeof PDFiumLibrary.init>>
  beforeAll(async () => {
    reader = await PDFiumLibrary.init()
  })
  afterAll(() => reader.destroy())

  return {
    /** The words of each sheet, as one who copies them gets them. */
    read: async (pdf: Uint8Array): Promise<string[]> => {
      const document = await reader.loadDocument(pdf)
      const pages = Array.from(document.pages(), (page) =>
        page.getText().normalize('NFC').replaceAll(/\s+/g, ' '),
      )
      document.destroy()
      return pages
    },
    /** The square code on the first sheet, printed so finely. */
    scan: async (pdf: Uint8Array, scale: number) => {
      const document = await reader.loadDocument(pdf)
      const sheet = await document.getPage(0).render({ scale, render: 'bitmap' })
      document.destroy()
      return jsQR(new Uint8ClampedArray(sheet.data), sheet.width, sheet.height)
    },
  }
}
