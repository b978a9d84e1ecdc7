import { expect, test } from 'vitest'

import { hashOf, readMarkedScripts } from './marked-scripts.server.ts'

const MARK = 'Xn3v'

test('only a script that carries the mark is allowed: one from a text does not run', () => {
  const { html, hashes } = readMarkedScripts(
    `<p>a</p><script nonce="${MARK}">ours()</script><script>theirs()</script>` +
      `<script nonce="guessed">theirs()</script><script type="module" nonce="${MARK}">import 'a'</script>`,
    MARK,
  )
  expect(hashes).toEqual([hashOf('ours()'), hashOf("import 'a'")])
  expect(html).toBe(
    '<p>a</p><script>ours()</script><script>theirs()</script>' +
      `<script nonce="guessed">theirs()</script><script type="module">import 'a'</script>`,
  )
})

test('a file of ours needs no hash, and the same script is allowed once', () => {
  const page = `<script nonce="${MARK}" src="/assets/a.js"></script><script nonce="${MARK}">a</script><script nonce="${MARK}">a</script>`
  expect(readMarkedScripts(page, MARK).hashes).toEqual([hashOf('a')])
})
