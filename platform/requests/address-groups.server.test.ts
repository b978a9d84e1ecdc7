import { expect, test } from 'vitest'

import { findRing, groupAddress } from './address-groups.server.ts'

test('an IPv4 address belongs to its own group and to that of its 256 neighbours', () => {
  const groups = { narrow: '192.0.2.7', wide: '192.0.2.0/24' }
  for (const written of ['192.0.2.7', '::ffff:192.0.2.7', '::FFFF:192.0.2.7', '192.0.2.7:4711']) {
    expect(groupAddress(written)).toEqual(groups)
  }
})

test('an IPv6 address belongs to the groups of its network, in any spelling', () => {
  const groups = { narrow: '2001:0db8:0001:02ab::/64', wide: '2001:0db8:0001:0200::/56' }
  for (const written of [
    '2001:db8:1:2ab::7',
    '2001:DB8:1:2AB:0:0:0:7',
    '2001:0db8:0001:02ab:1:2:3:4',
    '[2001:db8:1:2ab::7]:4711',
    '2001:db8:1:2ab::192.0.2.1',
    '2001:db8:1:2ab::7%eth0',
  ]) {
    expect(groupAddress(written)).toEqual(groups)
  }
  expect(groupAddress('::1').narrow).toBe('0000:0000:0000:0000::/64')
  expect(groupAddress('2001:db8::').narrow).toBe('2001:0db8:0000:0000::/64')
})

test('a text that is not an address is a group of its own', () => {
  for (const written of ['unknown', 'inside', '', '1.2.3', '999.1.1.1', '::1::2']) {
    expect(groupAddress(written)).toEqual({ narrow: written, wide: written })
    expect(findRing(written)).toBeUndefined()
  }
})

test('all 256 networks of one IPv6 customer are in one ring, and IPv4 has none', () => {
  for (const written of ['2001:db8:1:2ab::7', '2001:db8:1::1', '[2001:DB8:1:ffff::1]:4711']) {
    expect(findRing(written)).toBe('2001:0db8:0001::/48')
  }
  expect(findRing('2001:db8:2::1')).toBe('2001:0db8:0002::/48')
  expect(findRing('192.0.2.7')).toBeUndefined()
})
