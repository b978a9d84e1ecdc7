import { env } from './env.server.ts'

/**
 * Whose request it is, for counting tries. Each proxy of ours adds the address it was called from
 * at the end of X-Forwarded-For; whatever stands before that, anybody may have written.
 */
export function clientAddress(headers: Headers, socketAddress: string | undefined): string {
  const proxies = env().TRUSTED_PROXIES
  const forwarded = (headers.get('x-forwarded-for') ?? '').split(',').map((one) => one.trim())
  const told = proxies > 0 ? forwarded.at(-proxies) : undefined
  return told || socketAddress || 'unknown'
}
