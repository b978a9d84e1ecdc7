import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { MESSAGES } from '#app/i18n/messages.ts'
import { provideTranslation } from '#app/i18n/translation.ts'

import { Acts } from './acts.tsx'

test('a changed field has a word and a sum its currency; only the program knows the others', () => {
  provideTranslation(() => ({ locale: 'el', messages: MESSAGES.el }))
  const page = show([
    { field: 'status', before: 'planned', after: 'cancelled' },
    { field: 'totalCents', before: '', after: '1800' },
    { field: 'checksum', before: '', after: '77' },
  ])
  expect(page).toContain('<summary class="audit-summary">Κατάσταση, Σύνολο, checksum</summary>')
  expect(page).toContain('<th scope="row">Κατάσταση</th>')
  expect(page).toContain('18,00')
  expect(page).toContain('<th scope="row"><code>checksum</code></th><td>–</td><td>77</td>')
})

function show(changes: { field: string; before: string; after: string }[]): string {
  const row = { auditId: 'a', time: '', dateTime: '', who: '', what: '', subject: '', changes }
  const filter = { who: '', kind: '', subject: '', from: '', until: '', word: '', isSet: false }
  const places = { newer: undefined, older: undefined }
  const view = { filter, address: '/el/office/audit', csv: '', people: [], rows: [row], ...places }
  return renderToStaticMarkup(<Acts view={view} />)
}
