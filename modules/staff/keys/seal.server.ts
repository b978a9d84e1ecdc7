import { openBytes, sealBytes } from '#platform/sealed.server.ts'

import { officeKey } from './office-key.server.ts'

/*
 * Facts that only this installation can read or make. A browser carries them for us from one step to
 * the next, and the database keeps secrets in this form.
 */

/** Facts that are sealed for one purpose cannot be opened for another. */
export type Purpose =
  | 'authenticator'
  | 'new-authenticator'
  | 'recovery-codes'
  | 'passkey'
  | 'pending-factor'
  | 'step'
  | 'browser'

export async function seal(purpose: Purpose, facts: object): Promise<string> {
  return sealBytes({ key: await findKey(), purpose }, Buffer.from(JSON.stringify(facts)))
}

/** The facts, or undefined if they were not sealed here for this purpose. */
export async function openSealed<Facts extends object>(
  purpose: Purpose,
  sealed: string,
): Promise<Facts | undefined> {
  const opened = openBytes({ key: await findKey(), purpose }, sealed)
  return opened && (JSON.parse(opened.toString('utf8')) as Facts)
}

async function findKey(): Promise<Buffer> {
  return Buffer.from(await officeKey('seals'), 'hex')
}
