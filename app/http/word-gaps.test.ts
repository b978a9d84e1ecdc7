import { expect, test } from 'vitest'

import { findGlued } from '#test/fixtures/glued-words.ts'

import { withWordGaps } from './word-gaps.ts'

test.each([
  ['<b>00:30</b><span>40 min</span>', '<b>00:30</b> <span>40 min</span>'],
  [
    '<p>Adult<span class="x"><b>€9.00</b></span></p>',
    '<p>Adult <span class="x"><b>€9.00</b></span></p>',
  ],
  ['<a href="/x">Fri</a>4', '<a href="/x">Fri</a> 4'],
  [
    '<b>NL</b><span><svg a=""><path d="M0"/></svg>Active</span>',
    '<b>NL</b> <span><svg a=""><path d="M0"/></svg>Active</span>',
  ],
  ['<i><b>NL</b></i><span>Ενεργή</span>', '<i><b>NL</b></i> <span>Ενεργή</span>'],
])('%s is given a gap', (html, gapped) => {
  expect(findGlued(html)).not.toEqual([])
  expect(withWordGaps(html)).toBe(gapped)
  expect(findGlued(gapped)).toEqual([])
})

test.each([
  '<a href="/faq">our answers</a>.',
  '“<em>so</em>”',
  '<b>09:</b><b>30</b>',
  '<p>One</p><p>Two</p>',
  '5<!-- --> seats',
  '<b>one</b> <b>two</b>',
])('%s stays as it is', (html) => {
  expect(withWordGaps(html)).toBe(html)
})
