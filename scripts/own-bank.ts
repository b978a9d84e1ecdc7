import { rememberAddress } from '#modules/payments/providers.server.ts'
import { env } from '#platform/env.server.ts'

/** Where the sandbox bank answers that the site has started beside itself, unless one runs elsewhere. */
export function rememberOwnBank(): void {
  const { BANK_URL, PORT } = env()
  if (!BANK_URL) rememberAddress('sandbox', `http://127.0.0.1:${PORT + 1}`)
}
