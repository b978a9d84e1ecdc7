import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { openScene } from '#e2e/support/scene.ts'
import { openBrowser } from '#e2e/support/traveller.ts'

/* Two programs of the site, one database: what counts once counts once in both together. */

const scene = openScene()

test('one code sent to two sites at the same moment is carried out once', async () => {
  const other = await scene.company.startSite()
  const owner = openBrowser(scene.site.url)
  const body = new URLSearchParams({ intent: 'enter', role: 'owner' })
  await owner.ask(`${scene.site.url}/office/login`, { method: 'POST', body })
  const cookie = [...owner.cookies].map(([name, value]) => `${name.split(' ')[1]}=${value}`)
  const headers = { Cookie: cookie.join('; ') }

  const open = async (site: string, member: string) => {
    const page = `${site}/office/staff/demonstration-${member}`
    const html = await (await owner.ask(page, { headers })).text()
    const code = /the code is (\d{6}) now/.exec(html)?.[1] ?? ''
    const seen = /name="seen" value="(\d+)"/.exec(html)?.[1] ?? ''
    expect(code).not.toBe('')
    return { page, seen, code }
  }
  const pages = [await open(scene.site.url, 'seller'), await open(other.url, 'driver')]
  const code = pages.at(-1)?.code ?? ''
  const answers = await Promise.all(
    pages.map(({ page, seen }) => {
      const form = new URLSearchParams({ intent: 'suspend', once: randomUUID(), seen, code })
      return owner.ask(page, { method: 'POST', body: form, headers })
    }),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 403])
  const refused = answers.find(({ status }) => status === 403)
  expect(await refused?.text()).toContain('This code has been used')
  const { rows } = await sql`select id from staff where state = 'suspended'`.execute(scene.books)
  expect(rows).toHaveLength(1)
})
