/*
 * Settings that would work but are unsafe. Live mode refuses them; a demonstration, which has
 * nothing to lose, accepts them. No message repeats a value.
 */

/** Domains reserved for examples, where no mail arrives: RFC 2606 and RFC 6761. */
const EXAMPLE_DOMAIN = /(?:^|\.)(?:example(?:\.(?:com|net|org))?|test|invalid|localhost)$/i
/** Words that guides put in place of a secret. */
const PLACEHOLDER = /change.?(?:me|this)|default|demonstration|example|placeholder|your.?secret/i
/** A third of the letters of a short random secret are different, and this many of a long one. */
const MAX_DIFFERENT_LETTERS_ASKED = 9
/** In other modes `pg` checks no certificate, or encrypts nothing. */
const VERIFYING = ['require', 'verify-ca', 'verify-full']

const DATABASES = ['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL'] as const

type SecretName =
  | 'SESSION_SECRET'
  | 'JCC_PASSWORD'
  | 'JCC_CALLBACK_TOKEN'
  | 'JCC_CALLBACK_TOKEN_BEFORE'
const SECRETS: readonly SecretName[] = [
  'SESSION_SECRET',
  'JCC_PASSWORD',
  'JCC_CALLBACK_TOKEN',
  'JCC_CALLBACK_TOKEN_BEFORE',
]

/** Those of platform/settings/env.server.ts that are looked at here. */
type Settings = {
  TRUSTED_PROXIES: number
  SMTP_URL?: string | undefined
  MAIL_FROM: string
  OPERATIONS_EMAIL?: string | undefined
} & { [Name in SecretName | (typeof DATABASES)[number]]?: string | undefined }

/** A message for each, in the order of docs/operations.md. Checked only in live mode. */
export function listUnsafeSettings(settings: Settings): string[] {
  const { TRUSTED_PROXIES, SMTP_URL, MAIL_FROM, OPERATIONS_EMAIL } = settings
  const inPlain = DATABASES.filter((name) => isDatabaseInPlain(settings[name]))
  const weak = SECRETS.filter((name) => isWeak(settings[name]))
  const problems = [
    TRUSTED_PROXIES === 0 &&
      'TRUSTED_PROXIES: with https there is a proxy; at 0 all visitors would share one address',
    ...inPlain.map(
      (name) => `${name}: a server on another machine is spoken to with TLS (?sslmode=verify-full)`,
    ),
    SMTP_URL &&
      isMailInPlain(SMTP_URL) &&
      'SMTP_URL: a server on another machine is spoken to with TLS, and its certificate is checked',
    isExample(MAIL_FROM) && 'MAIL_FROM: is at a domain that stands for an example',
    OPERATIONS_EMAIL &&
      isExample(OPERATIONS_EMAIL) &&
      'OPERATIONS_EMAIL: is at a domain that stands for an example',
    ...weak.map(
      (name) => `${name}: is too easily guessed; openssl rand -base64 32 makes a good one`,
    ),
  ]
  return problems.filter((problem) => typeof problem === 'string')
}

function isDatabaseInPlain(address: string | undefined): boolean {
  if (address === undefined) return false
  const { hostname, searchParams } = new URL(address)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  if (isOnThisMachine(host)) return false
  const mode = searchParams.get('sslmode') ?? ''
  const isLax = searchParams.has('uselibpqcompat') && mode === 'require'
  return !VERIFYING.includes(mode) || isLax
}

function isMailInPlain(address: string): boolean {
  const { protocol, hostname, searchParams } = new URL(address)
  if (isOnThisMachine(hostname)) return false
  const says = (name: string, value: string) => searchParams.get(name) === value
  const isPlain = protocol === 'smtp:' && says('requireTLS', 'false')
  const isForced = says('ignoreTLS', 'true') || says('secure', 'false')
  return isPlain || isForced || says('tls.rejectUnauthorized', 'false')
}

/** Whether the host is a Unix socket or a loopback address. */
function isOnThisMachine(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1')
  return name.startsWith('/') || /^(?:|localhost|::1|127(?:\.\d{1,3}){3})$/.test(name)
}

function isExample(email: string): boolean {
  return EXAMPLE_DOMAIN.test(email.split('@').at(-1) ?? '')
}

function isWeak(secret: string | undefined): boolean {
  if (secret === undefined) return false
  const asked = Math.min(MAX_DIFFERENT_LETTERS_ASKED, Math.ceil(secret.length / 3))
  return new Set(secret).size < asked || PLACEHOLDER.test(secret)
}
