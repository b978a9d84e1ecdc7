import type { BetterAuthOptions } from 'better-auth'
import { AsyncLocalStorage } from 'node:async_hooks'

import {
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  RESET_MINUTES,
  SESSION_DAYS,
} from '#modules/rules/kept.ts'
import { db, openPlainPool } from '#platform/db.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import { cookieName } from '#platform/requests/cookies.server.ts'
import { isHttps } from '#platform/requests/security-headers.server.ts'
import { env, siteOrigin } from '#platform/settings/env.server.ts'

import { hashPassword, isHashOf } from './hash-password.server.ts'

/*
 * Wraps the auth library: it checks passwords, keeps sessions, and makes and redeems the tokens of
 * forgotten passwords. The library serves no endpoint of its own; the functions of this folder call
 * it, and forms, sentences, mails and limits are ours.
 */

type Auth = Awaited<ReturnType<typeof make>>

let made: Promise<Auth> | undefined

/** Loaded at the first login instead of the start, since loading takes a moment. */
export function auth(): Promise<Auth> {
  made ??= make().catch((error: unknown) => {
    made = undefined
    throw error
  })
  return made
}

async function make() {
  const { betterAuth } = await import('better-auth')
  return betterAuth(optionsWith(await findSecret()))
}

/**
 * Live mode takes the secret from the environment; a demonstration keeps its own in the database.
 */
async function findSecret(): Promise<string> {
  const { SESSION_SECRET } = env()
  if (SESSION_SECRET) return SESSION_SECRET
  const { key } = await db.selectFrom('accountKeys').select('key').executeTakeFirstOrThrow()
  return key
}

const TIMES = { createdAt: 'created_at', updatedAt: 'updated_at' }

/** The library's name for a login by password. */
export const BY_PASSWORD = 'credential'

/** Exported for the test that compares the library's tables with those of the migrations. */
export function optionsWith(secret: string) {
  return {
    baseURL: siteOrigin(),
    secret,
    database: openPlainPool('accounts'),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true, // opening the link in the mail makes the account
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: 2 * MAX_PASSWORD_LENGTH, // the library counts some characters twice
      resetPasswordTokenExpiresIn: RESET_MINUTES * 60,
      revokeSessionsOnPasswordReset: true,
      password: {
        hash: hashPassword,
        verify: ({ hash, password }: { hash: string; password: string }) =>
          isHashOf(hash, password),
      },
      sendResetPassword: async ({ token }: { token: string }) => {
        const handedOut = resetToken.getStore()
        if (handedOut) handedOut.token = token
      },
    },
    session: {
      modelName: 'account_sessions',
      fields: {
        ...TIMES,
        expiresAt: 'expires_at',
        userId: 'account_id',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
      },
      expiresIn: SESSION_DAYS * 24 * 3600,
      disableSessionRefresh: true,
    },
    user: {
      modelName: 'accounts',
      fields: { ...TIMES, emailVerified: 'email_verified' },
    },
    account: { modelName: 'account_passwords', fields: PASSWORD_COLUMNS },
    verification: {
      modelName: 'account_tokens',
      fields: { ...TIMES, expiresAt: 'expires_at' },
      storeIdentifier: 'hashed',
    },
    advanced: {
      cookies: {
        session_token: { name: cookieName(SESSION_COOKIE), attributes: { secure: isHttps() } },
      },
      useSecureCookies: false, // would put the weaker `__Secure-` before the name
      ipAddress: { disableIpTracking: true },
      database: { generateId: newAccessToken, validateSchema: false },
    },
    // The library's log lines contain addresses. Faults are thrown, and logged with all others.
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
  } as const satisfies BetterAuthOptions
}

export const SESSION_COOKIE = 'session'

const PASSWORD_COLUMNS = {
  ...TIMES,
  userId: 'account_id',
  accountId: 'login_id',
  providerId: 'provider_id',
  accessToken: 'access_token',
  refreshToken: 'refresh_token',
  idToken: 'id_token',
  accessTokenExpiresAt: 'access_token_expires_at',
  refreshTokenExpiresAt: 'refresh_token_expires_at',
} as const

const resetToken = new AsyncLocalStorage<{ token?: string }>()

/** The token that opens the page for a new password; undefined if the address has no account. */
export async function makeResetToken(email: string): Promise<string | undefined> {
  const { api } = await auth()
  const handedOut: { token?: string } = {}
  await resetToken.run(handedOut, () => api.requestPasswordReset({ body: { email } }))
  return handedOut.token
}

/** The library's code for a refusal; undefined for any other error. */
export function refusalCode(error: unknown): string | undefined {
  const { body } = error as { body?: { code?: string } }
  return body?.code
}
