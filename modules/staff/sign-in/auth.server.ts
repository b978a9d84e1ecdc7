import type { BetterAuthOptions, BetterAuthPlugin } from 'better-auth'
import { z } from 'zod'

import { officeKey } from '#modules/staff/keys/office-key.server.ts'
import { SESSION_HOURS } from '#modules/staff/people/limits.ts'
import { openPlainPool } from '#platform/db.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import { cookieName } from '#platform/requests/cookies.server.ts'
import { isHttps } from '#platform/requests/security-headers.server.ts'
import { siteOrigin } from '#platform/settings/env.server.ts'

/*
 * The second instance of the auth library, for the office alone: it makes the sessions of staff and
 * signs their cookies. Nothing is shared with the travellers' instance, neither table, cookie nor
 * key. Password, code and passkey are checked in this folder, since the library's plugins accept a
 * code twice, count no tries within a session, let a passkey log in without its PIN, and cannot
 * confirm a session by passkey.
 */

type Auth = Awaited<ReturnType<typeof make>>

let made: Promise<Auth> | undefined

/** Loaded at the first use, since loading takes a moment. */
function auth(): Promise<Auth> {
  made ??= make().catch((error: unknown) => {
    made = undefined
    throw error
  })
  return made
}

async function make() {
  const [{ betterAuth }, plugin, secret] = await Promise.all([
    import('better-auth'),
    makePlugin(),
    officeKey('cookies'),
  ])
  return betterAuth({ ...optionsWith(secret), plugins: [plugin] })
}

export const OFFICE_COOKIE = 'office'

/** Exported for the test that compares the library's tables with those of the migrations. */
export function optionsWith(secret: string) {
  return {
    baseURL: siteOrigin(),
    secret,
    database: openPlainPool('staff'),
    session: {
      modelName: 'staff_sessions',
      fields: {
        createdAt: 'created_at',
        updatedAt: 'last_act_at',
        expiresAt: 'expires_at',
        userId: 'staff_id',
        ipAddress: 'ip_address',
        userAgent: 'device',
      },
      expiresIn: SESSION_HOURS * 3600,
      disableSessionRefresh: true,
    },
    user: {
      modelName: 'staff',
      fields: {
        createdAt: 'created_at',
        updatedAt: 'updated_at',
        emailVerified: 'email_verified',
      },
    },
    advanced: {
      cookies: {
        session_token: {
          name: cookieName(OFFICE_COOKIE),
          attributes: { secure: isHttps(), sameSite: 'strict' },
        },
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

/**
 * The two things we ask of the library, as endpoints without an address, since only those may set
 * and read its cookies.
 */
async function makePlugin() {
  const [{ createAuthEndpoint }, { setSessionCookie }] = await Promise.all([
    import('better-auth/api'),
    import('better-auth/cookies'),
  ])
  const openSession = createAuthEndpoint.serverOnly(
    { method: 'POST', body: z.object({ staffId: z.string() }) },
    async (context) => {
      const { internalAdapter } = context.context
      const user = await internalAdapter.findUserById(context.body.staffId)
      if (!user) throw new Error('a session was asked for an unknown member of staff')
      const session = await internalAdapter.createSession(user.id)
      await setSessionCookie(context, { session, user })
      return { sessionId: session.id }
    },
  )
  const readToken = createAuthEndpoint.serverOnly(
    { method: 'GET', requireHeaders: true },
    async (context) => {
      const { authCookies, secret } = context.context
      return (await context.getSignedCookie(authCookies.sessionToken.name, secret)) || null
    },
  )
  return { id: 'office', endpoints: { openSession, readToken } } satisfies BetterAuthPlugin
}

/** Makes a session, without asking for a proof: the callers have checked one. */
export async function makeSession(
  staffId: string,
): Promise<{ sessionId: string; setCookies: string[] }> {
  const { api } = await auth()
  const { headers, response } = await api.openSession({ body: { staffId }, returnHeaders: true })
  return { sessionId: response.sessionId, setCookies: headers.getSetCookie() }
}

/** The token in the office's cookie, if its signature is ours. */
export async function readSessionToken(cookie: string): Promise<string | undefined> {
  const { api } = await auth()
  return (await api.readToken({ headers: new Headers({ cookie }) })) ?? undefined
}
