import type { Tx } from '#platform/db.server.ts'

import { keepAuthenticator, type NewAuthenticator } from './authenticators.server.ts'
import { keepPasskey, type NewPasskey } from './passkeys.server.ts'
import { openSealed, seal } from './seal.server.ts'

/*
 * A factor that was set up with a link and counts once all steps are done. Until then the row of
 * the link keeps it, sealed.
 */

export type PendingFactor = { authenticator: NewAuthenticator } | { passkey: NewPasskey }

type Sealed = { staffId: string } & (
  | { authenticator: NewAuthenticator }
  | { passkey: Omit<NewPasskey, 'publicKey'> & { publicKey: string } }
)

export function sealFactor(staffId: string, factor: PendingFactor): Promise<string> {
  if ('authenticator' in factor) {
    const { authenticator } = factor
    return seal('pending-factor', { staffId, authenticator } satisfies Sealed)
  }
  const { passkey } = factor
  const publicKey = passkey.publicKey.toString('base64')
  const facts = { staffId, passkey: { ...passkey, publicKey } } satisfies Sealed
  return seal('pending-factor', facts)
}

type Kept = { staffId: string; sealed: string; now: Temporal.Instant }

/**
 * Makes it the only factor of the member, in place of all former ones. False if it cannot be read,
 * or is another member's passkey.
 */
export async function replaceFactors(tx: Tx, { staffId, sealed, now }: Kept): Promise<boolean> {
  const factor = await openSealed<Sealed>('pending-factor', sealed)
  if (factor?.staffId !== staffId) return false
  await tx.deleteFrom('staffAuthenticators').where('staffId', '=', staffId).execute()
  await tx.deleteFrom('staffPasskeys').where('staffId', '=', staffId).execute()
  if ('authenticator' in factor) {
    await keepAuthenticator(tx, { staffId, ...factor.authenticator, now })
    return true
  }
  const publicKey = Buffer.from(factor.passkey.publicKey, 'base64')
  return keepPasskey(tx, { staffId, ...factor.passkey, publicKey, now })
}
