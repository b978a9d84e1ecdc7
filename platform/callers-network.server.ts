import { groupAddress } from './address-groups.server.ts'
import { keyedHash } from './keyed-hash.server.ts'
import { callerAddress } from './request-id.server.ts'

/**
 * Stands for the network that the request being answered comes from: an address and its neighbours,
 * as a keyed hash, from which nobody learns the address.
 */
export function callersNetwork(): Promise<string> {
  return keyedHash('network', groupAddress(callerAddress()).wide)
}
