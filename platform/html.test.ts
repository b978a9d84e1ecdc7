import { expect, test } from 'vitest'

import { html, verbatim } from './html.ts'

test('typed text stays text, in content and in attributes', () => {
  const typed = `"><script>alert('1')</script>&`
  expect(html`<p title="${typed}">${typed}</p>`.markup).not.toMatch(/<script|title=""/)
  expect(html`<p>${'<&>"\''}</p>`.markup).toBe('<p>&lt;&amp;&gt;&quot;&#39;</p>')
})

test('parts are joined, and missing ones leave no trace', () => {
  const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`)
  const made = html`${items}${false}${null}${undefined}${0}`
  expect(made.markup).toBe('<li>a</li><li>&lt;b&gt;</li>0')
})

test('our own script and styles are inserted unchanged', () => {
  expect(html`<p>${verbatim('a > b {}')}</p>`.markup).toBe('<p>a > b {}</p>')
})
