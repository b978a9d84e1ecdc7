import { keyedHash } from '#platform/keyed-hash.server.ts'

import { groupAddress } from './address-groups.server.ts'
import { callerAddress } from './request-id.server.ts'

/**
 * Identifies the network of the request being answered: a keyed hash of the address and its
 * neighbours, which does not reveal the address.
 */
export function callersNetwork(): Promise<string> {
  return keyedHash('network', groupAddress(callerAddress()).wide)
}
