import { env } from '#platform/settings/env.server.ts'

/**
 * The address of the caller, for counting tries. Each of our proxies appends the address that
 * called it to X-Forwarded-For; anything before that may have been written by the client.
 */
export function clientAddress(headers: Headers, socketAddress: string | undefined): string {
  const proxies = env().TRUSTED_PROXIES
  const forwarded = (headers.get('x-forwarded-for') ?? '').split(',').map((one) => one.trim())
  const told = proxies > 0 ? forwarded.at(-proxies) : undefined
  return told || socketAddress || 'unknown'
}
