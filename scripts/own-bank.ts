import { rememberAddress } from '#modules/payments/providers.server.ts'
import { env } from '#platform/settings/env.server.ts'

/**
 * Sets the address of the sandbox bank that the site has started, unless another one is configured.
 */
export function rememberOwnBank(): void {
  const { BANK_URL, PORT } = env()
  if (!BANK_URL) rememberAddress('sandbox', `http://127.0.0.1:${PORT + 1}`)
}
