import { translation } from '#app/i18n/translation.ts'
import type { Member } from '#modules/staff/people/list-members.server.ts'
import { dateAndTime } from '#platform/format/moments.ts'

/** A member as the pages show them. */
export type MemberView = Omit<Member, 'lastActAt' | 'link'> & {
  /** The factors in words. */
  factors: string
  lastSeen: string
  link: { kind: 'invitation' | 'reset'; from: string; until: string } | null
}

export function viewMember({ lastActAt, link, ...member }: Member): MemberView {
  const { locale, messages } = translation()
  const { staff } = messages.office
  const factors = [
    member.hasAuthenticator && staff.authenticator,
    member.passkeys > 0 && staff.passkeys(member.passkeys),
  ].filter((one) => typeof one === 'string')
  return {
    ...member,
    factors: factors.join(', ') || staff.noFactor,
    lastSeen: lastActAt ? dateAndTime(lastActAt, locale) : staff.never,
    link: link && {
      kind: link.kind,
      from: dateAndTime(link.usableFrom, locale),
      until: dateAndTime(link.until, locale),
    },
  }
}
