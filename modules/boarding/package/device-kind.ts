/** Kinds of devices, each with a word by which its browser can be told. */
const WORDS = {
  iPhone: 'iPhone',
  iPad: 'iPad',
  Android: 'Android',
  Windows: 'Windows',
  Mac: 'Macintosh',
  Linux: 'Linux',
} as const
export type DeviceKind = keyof typeof WORDS

/**
 * The kind of a device, by which people tell a phone from a computer in the list of phones; null if its
 * browser does not say. An iPad may call itself a Mac. Nothing else that a browser says is kept.
 */
export function kindOfDevice(userAgent: string | null): DeviceKind | null {
  const kinds = Object.entries(WORDS) as [DeviceKind, string][]
  return kinds.find(([, word]) => userAgent?.includes(word))?.[0] ?? null
}
