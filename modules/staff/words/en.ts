import { company } from '#operator'
import type { Worded } from '#platform/worded.ts'

/** The sentences of the mails to staff. The other languages follow its type. */
export const en = {
  why: () =>
    `You are receiving this email because you have access to the office of ${company().name}.`,
  'staff-invitation': {
    subject: () => `Your access to the office of ${company().name}`,
    title: 'Your access to the office',
    story: (name: string, _device: string) => [
      `Hello ${name}. You have been given access to the office of ${company().name}. Open the link to choose a password and a second factor: an authenticator app or a passkey.`,
    ],
    button: 'Set up your access',
    ending: (hours: number) => [
      `The link works once and is valid for ${hours} hours.`,
      'If you were not expecting this, ignore this email and tell the owner.',
    ],
  },
  'staff-log-in': {
    subject: () => 'A log-in from a new browser',
    title: 'A log-in from a new browser',
    story: (name: string, device: string) => [
      `${name}, someone logged in to the office with your account, from a browser that has not been used before${device ? `: ${device}` : ''}.`,
    ],
    button: 'See your sessions',
    ending: (_hours: number) => [
      'If this was not you, end the session, change your password and tell the owner straight away.',
    ],
  },
  'staff-access-changed': {
    subject: () => 'Your access to the office has changed',
    title: 'Your access to the office has changed',
    story: (name: string, _device: string) => [
      `${name}, your password, your second factors or your recovery codes have changed. Your other sessions have ended.`,
    ],
    button: 'See your access',
    ending: (_hours: number) => ['If this was not you, tell the owner straight away.'],
  },
  'staff-recovery-code': {
    subject: () => 'A recovery code was used',
    title: 'A recovery code was used',
    story: (name: string, _device: string) => [
      `${name} logged in to the office with a recovery code. It cannot be used again.`,
    ],
    button: 'Open the office',
    ending: (_hours: number) => [
      'If you were not expecting this, suspend that person’s access, or ask the owner to, straight away.',
    ],
  },
  'staff-reset': {
    subject: () => 'New sign-in details for a member of staff',
    title: 'New sign-in details for a member of staff',
    story: (name: string, _device: string) => [
      `A link was created on the company’s server that lets ${name} set a new password and a new second factor. While another owner has access, it only works after 24 hours.`,
    ],
    button: 'Open the member’s page to stop it',
    ending: (_hours: number) => ['If you did not agree to this, stop it now.'],
  },
}

export type StaffWords = Worded<typeof en>
