import { expect, test } from 'vitest'

import { html } from './html.ts'

test('what was typed stays text, in content and in attributes', () => {
  const typed = `"><script>alert('1')</script>&`
  expect(html`<p title="${typed}">${typed}</p>`.text).not.toMatch(/<script|title=""/)
  expect(html`<p>${'<&>"\''}</p>`.text).toBe('<p>&#60;&#38;&#62;&#34;&#39;</p>')
})

test('parts are put together, and what is not there leaves nothing', () => {
  const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`)
  const made = html`${items}${false}${null}${undefined}${0}`
  expect(made.text).toBe('<li>a</li><li>&#60;b&#62;</li>0')
})
