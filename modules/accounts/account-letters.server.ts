import type { Letter, OwedMail, WriteLetter } from '#modules/mail/deliver.server.ts'
import type { AccountMailKind } from '#modules/mail/kinds.ts'
import { PROOF_HOURS, RESET_MINUTES } from '#modules/rules/kept.ts'
import * as paths from '#paths'
import { db } from '#platform/db.server.ts'
import { localePath, type Locale } from '#platform/locale.ts'
import { env, siteOrigin } from '#platform/settings/env.server.ts'

import { makeResetToken } from './auth.server.ts'
import { findProof } from './confirm-address.server.ts'
import { accountMail, type AccountMailData } from './mails/account-mail.ts'

/** The stored request for a mail, and the account that has its address by now. */
type Asked = { address: string; locale: Locale; visitor: string; proofId: string; owner?: Owner }
type Owner = { locale: Locale; visitor: string }
/** The contents of a mail, its language, and the mailbox it goes to. */
type Told = Owner & { news: AccountMailData }
type FindMailData = (asked: Asked, now: Temporal.Instant) => Promise<Told | undefined>

/**
 * The letters about accounts. Each reports the state at sending: an account may have been made, or
 * erased, since the request. A request takes the same time and writes the same rows for every
 * address.
 */
export const ACCOUNT_LETTERS: Record<AccountMailKind, WriteLetter> = {
  'sign-up': aboutAccount((asked, now) => findLinkToConfirm('sign-up', asked, now)),
  'new-email': aboutAccount((asked, now) => findLinkToConfirm('new-email', asked, now)),
  'forgot-password': aboutAccount(findLinkToReset),
  'email-changed': aboutAccount(async ({ locale, visitor }) => {
    return { news: { is: 'email-changed' }, locale, visitor }
  }),
  'password-changed': aboutAccount(async ({ locale, visitor }) => {
    const url = at(locale, paths.forgotPassword())
    return { news: { is: 'password-changed', url }, locale, visitor }
  }),
}

function aboutAccount(findAccountMailData: FindMailData): WriteLetter {
  return async (mail, now): Promise<Letter | undefined> => {
    const found = await findAccountMailData(await findAsked(mail), now)
    if (!found) return undefined
    const { news, locale, visitor } = found
    const content = accountMail({ news, locale, demonstration: env().MODE === 'demonstration' })
    return { ...content, attachments: [], language: locale, visitor }
  }
}

async function findAsked(mail: OwedMail): Promise<Asked> {
  const address = mail.address ?? ''
  const account = await db
    .selectFrom('accounts')
    .select(['locale', 'visitor'])
    .where('email', '=', address.toLowerCase())
    .executeTakeFirst()
  return {
    address,
    locale: mail.locale as Locale,
    visitor: mail.visitor ?? '',
    proofId: mail.proofId ?? '',
    ...(account && { owner: { locale: account.locale, visitor: account.visitor } }),
  }
}

/** An address with an account gets a mail that says so. Only its owner can read it. */
async function findLinkToConfirm(
  kind: 'sign-up' | 'new-email',
  { owner, locale, visitor, proofId }: Asked,
  now: Temporal.Instant,
): Promise<Told | undefined> {
  if (owner) return { news: { is: 'has-account', url: at(owner.locale, paths.logIn()) }, ...owner }
  const proof = await findProof(proofId, now)
  if (!proof) return undefined
  const url = at(locale, paths.confirm(`token=${proof.proofId}`))
  return { news: { is: kind, url, hours: PROOF_HOURS }, locale, visitor }
}

async function findLinkToReset({ owner, address, locale }: Asked): Promise<Told | undefined> {
  const token = owner && (await makeResetToken(address))
  if (!token) return undefined
  const url = at(locale, paths.resetPassword(`token=${token}`))
  const news = { is: 'forgot-password', url, minutes: RESET_MINUTES } as const
  return { news, locale, visitor: owner.visitor }
}

function at(locale: Locale, path: string): string {
  return siteOrigin() + localePath(locale, path)
}
