import { expect, test } from 'vitest'

import { nameDevice } from './device-name.ts'

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
    'Safari, iOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Mobile Safari/537.36',
    'Chrome, Android',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0',
    'Firefox, Windows',
  ],
  ['', null],
])('%s is %s', (userAgent, name) => {
  expect(nameDevice(userAgent)).toBe(name)
})

test('the name of a browser is short, whatever it calls itself', () => {
  const name = nameDevice(`${'<b>x</b>'.repeat(9000)}/1`)
  expect(name === null || name.length <= 60).toBe(true)
})
