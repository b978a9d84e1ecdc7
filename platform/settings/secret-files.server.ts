import { readFileSync } from 'node:fs'

/*
 * Secrets in files, as container platforms and systemd hand them over: NAME_FILE names the file whose
 * contents are the setting NAME. A file stays out of the environment, which every child inherits.
 */

/** Settings that may come as a file, named by the same name with _FILE. */
export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_OWNER_URL',
  'SMTP_URL',
  'BANK_KEY',
  'BANK_SECRET',
  'BANK_SECRET_BEFORE',
  'STRIPE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_WEBHOOK_SECRET_BEFORE',
  'JCC_PASSWORD',
  'JCC_CALLBACK_TOKEN',
  'JCC_CALLBACK_TOKEN_BEFORE',
  'SESSION_SECRET',
] as const

type Environment = Readonly<Record<string, string | undefined>>
/** `problems` names each setting and its fault, never a value. */
type Filled = { given: Record<string, string | undefined>; problems: string[] }

/** The environment with the secrets of `names` that it has as files, without spaces around them. */
export function fillFromFiles(environment: Environment, names: readonly string[]): Filled {
  const given = { ...environment }
  const problems: string[] = []
  for (const name of names) {
    const file = `${name}_FILE`
    const path = environment[file]
    delete given[file]
    if (!path) continue
    if (given[name]) {
      problems.push(`${file}: stands beside ${name}; one of them is enough`)
      continue
    }
    const read = readSecret(path)
    if (read.ok) given[name] = read.secret
    else problems.push(`${file}: ${read.problem}`)
  }
  return { given, problems }
}

function readSecret(path: string): { ok: true; secret: string } | { ok: false; problem: string } {
  try {
    const secret = readFileSync(path, 'utf8').trim()
    return secret ? { ok: true, secret } : { ok: false, problem: 'names an empty file' }
  } catch (error) {
    const { code = 'unknown fault' } = error as NodeJS.ErrnoException
    return { ok: false, problem: `names a file that cannot be read (${code})` }
  }
}
