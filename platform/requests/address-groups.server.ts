import { isIP, isIPv4 } from 'node:net'

/** A visitor who has one address of a group can have all the others. */
export type AddressGroups = {
  /** The addresses of one customer: the address itself, or the /64 of an IPv6 address. */
  narrow: string
  /** The addresses that one customer may have, or share with neighbours: /24, or /56 for IPv6. */
  wide: string
}

/** The groups of an address. A text that is not an address is a group of its own. */
export function groupAddress(address: string): AddressGroups {
  const plain = withoutPort(address)
  const old = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1] ?? plain
  if (isIPv4(old)) {
    return { narrow: old, wide: `${old.split('.').slice(0, 3).join('.')}.0/24` }
  }
  if (isIP(old) === 0) return { narrow: address, wide: address }
  const [a, b, c, d] = writeOut(old)
  const wideEnd = d.slice(0, 2)
  return { narrow: `${a}:${b}:${c}:${d}::/64`, wide: `${a}:${b}:${c}:${wideEnd}00::/56` }
}

/** The /48 of an IPv6 address, which a tunnel or a small company gets; undefined for any other text. */
export function findRing(address: string): string | undefined {
  const { wide } = groupAddress(address)
  return wide.endsWith('::/56') ? `${wide.split(':', 3).join(':')}::/48` : undefined
}

/** Some proxies add the port: 192.0.2.1:4711, [2001:db8::1]:4711. */
function withoutPort(address: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, '$1')
}

/** The first half of an IPv6 address, four digits a part. */
function writeOut(address: string): [string, string, string, string] {
  const [before = '', after] = address.replace(/%.*$/, '').split('::')
  const parts = before === '' ? [] : before.split(':')
  const rest = after ? after.split(':') : []
  const isShort = after !== undefined
  const missing = isShort
    ? 8 - parts.length - rest.length - (rest.at(-1)?.includes('.') ? 1 : 0)
    : 0
  const all = [...parts, ...Array.from({ length: missing }, () => '0'), ...rest]
  const [a = '', b = '', c = '', d = ''] = all.map((part) => part.toLowerCase().padStart(4, '0'))
  return [a, b, c, d]
}
