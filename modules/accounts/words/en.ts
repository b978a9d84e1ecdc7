import { company } from '#operator'
import type { Worded } from '#platform/worded.ts'

/** The sentences of the mails about accounts. The other languages follow its type. */
export const en = {
  why: () =>
    `You are receiving this email because this address was given for an account with ${company().name}.`,
  'sign-up': {
    subject: 'Confirm your email address',
    title: 'One more step to your account',
    story: () => [
      `Somebody, probably you, asked for an account with ${company().name} using this address. Confirm that it is yours with the password you chose.`,
    ],
    button: 'Confirm the address',
    ending: (hours: number) => [
      `The link is valid for ${hours} hours.`,
      'If this was not you, ignore this email: without the password nothing happens, and the request is deleted automatically.',
    ],
  },
  'has-account': {
    subject: 'You already have an account',
    title: 'You already have an account',
    story: () => [
      `Somebody, probably you, asked for an account with ${company().name} using this address. There already is one, so nothing was changed.`,
      'Just log in. If you have forgotten your password, you can set a new one on that page.',
    ],
    button: 'Log in',
    ending: ['If this was not you, ignore this email: nobody was told that you have an account.'],
  },
  'new-email': {
    subject: 'Confirm your new email address',
    title: 'Confirm your new email address',
    story: () => [
      `This address was given as the new address for an account with ${company().name}. Confirm that it is yours with the password of the account.`,
    ],
    button: 'Confirm the address',
    ending: (hours: number) => [
      `The link is valid for ${hours} hours. The account keeps its old address until you confirm.`,
      'If you know of no such account, ignore this email: without its password nothing happens.',
    ],
  },
  'forgot-password': {
    subject: 'Set a new password',
    title: 'Set a new password',
    story: () => [
      `Somebody, probably you, asked for a new password for your account with ${company().name}.`,
    ],
    button: 'Choose a new password',
    ending: (minutes: number) => [
      `The link works once and is valid for ${minutes} minutes. Afterwards you will be logged out on all your devices.`,
      'If this was not you, ignore this email: your password stays the same.',
    ],
  },
  'email-changed': {
    subject: 'Your account’s email address has changed',
    title: 'Your account’s email address has changed',
    story: () => [
      `The email address of your account with ${company().name} has been changed and confirmed. From now on, log in with the new address; we will send our emails there.`,
    ],
    ending: ['If this was not you, call us straight away, or reply to this email.'],
  },
  'password-changed': {
    subject: 'Your password has changed',
    title: 'Your password has changed',
    story: () => [
      `Your account with ${company().name} has a new password. Every device that was logged in with the old one has been logged out.`,
    ],
    button: 'Set a password again',
    ending: ['If this was not you, set a new password straight away, or call us.'],
  },
}

export type AccountWords = Worded<typeof en>
