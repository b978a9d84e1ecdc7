import { keyedHash } from '#platform/keyed-hash.server.ts'
import { findRing, groupAddress } from '#platform/requests/address-groups.server.ts'
import { callerAddress } from '#platform/requests/request-id.server.ts'

/**
 * Identifies the network of the request being answered: a keyed hash of the address and its
 * neighbours, which does not reveal the address. The hash of an IPv6 address begins with the hash
 * of its /48 and a colon.
 */
export async function callersNetwork(): Promise<string> {
  const [{ wide }, ring] = [groupAddress(callerAddress()), findRing(callerAddress())]
  const network = await keyedHash('network', wide)
  return ring ? `${await keyedHash('network', ring)}:${network}` : network
}

/** The hash of the /48 of such a network; undefined for an IPv4 network. */
export function ringOf(network: string): string | undefined {
  const end = network.indexOf(':')
  return end === -1 ? undefined : network.slice(0, end)
}
