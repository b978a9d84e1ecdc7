import { describe, expect, test } from 'vitest'

import { renderMarkdown } from './render-markdown.ts'

function render(markdown: string, locale: 'en' | 'el' = 'en') {
  return renderMarkdown(`## Heading {#heading}\n\n${markdown}`, locale).sections[0]?.html
}

test('a text is split at its headings, which carry the ids that links lead to', () => {
  const text = renderMarkdown(
    'Hello\n\n## Your *luggage* & more {#luggage}\n\n20 kg\n\n### Pets {#pets}\n\nSmall\n\n## End {#end}',
    'en',
  )
  expect(text.lead).toBe('<p>Hello</p>')
  expect(text.sections).toEqual([
    {
      id: 'luggage',
      heading: 'Your luggage & more',
      html: '<p>20 kg</p>',
      parts: [{ id: 'pets', heading: 'Pets', html: '<p>Small</p>', parts: [] }],
    },
    { id: 'end', heading: 'End', html: '', parts: [] },
  ])
})

test('a link to a page of ours stays in the language being read', () => {
  expect(render('[ask](/contact?topic=other)', 'el')).toContain('href="/el/contact?topic=other"')
  expect(render('[ask](/contact)')).toContain('<a href="/contact">ask</a>')
})

test('an external link is marked as such, and gives the other site no access to our window', () => {
  expect(render('[gov](https://www.gov.cy/?a=1&b=2)')).toContain(
    '<a href="https://www.gov.cy/?a=1&amp;b=2" rel="external noopener">gov</a>',
  )
  expect(render('[call](tel:+35700000000), [write](mailto:a@b.cy)')).not.toContain('rel=')
})

test('a wide table scrolls in a frame that can be reached by keyboard and has a name', () => {
  const table = render('| Ride | Adult |\n|---|--:|\n| A – B | €9.00 |')
  expect(table).toContain('<section class="scroll" tabindex="0" aria-labelledby="heading">')
  expect(table).toContain('<th scope="col">Ride</th><th scope="col" class="number">Adult</th>')
  expect(table).toContain('<th scope="row">A – B</th><td class="number">€9.00</td>')
})

test('a table without headings has no empty row of them', () => {
  const table = render('| | |\n|---|---|\n| Company | Halcyon |')
  expect(table).not.toContain('<thead>')
  expect(table).toContain('<th scope="row">Company</th><td>Halcyon</td>')
})

describe('a text with anything not allowed is refused before it reaches a page', () => {
  test.each([
    ['<b>bold</b>', 'HTML'],
    ['<script>alert(1)</script>', 'HTML'],
    ['![a](/x.png)', 'Images'],
    ['[x](javascript:alert)', 'does not link to'],
    ['[x](//evil.example)', 'does not link to'],
    ['[x](http://plain.example)', 'does not link to'],
    ['#### Too deep {#deep}', 'level'],
  ])('%s', (markdown, why) => {
    expect(() => render(markdown)).toThrow(why)
  })

  test('a heading without an id', () => {
    expect(() => renderMarkdown('## Luggage', 'en')).toThrow('no id')
  })
})
