import { operator } from '#operator'

/** What the mails about accounts say. The other languages follow its type. */
export const en = {
  why: `You get this mail because this address was given for an account at ${operator.name}.`,
  'sign-up': {
    subject: 'Confirm your e-mail',
    title: 'One step to your account',
    story: [
      `Somebody, probably you, asked for an account at ${operator.name} with this address. Confirm that it is yours, with the password you chose.`,
    ],
    button: 'Confirm the address',
    ending: (hours: number) => [
      `The link can be used for ${hours} hours.`,
      'If it was not you, do nothing: without the password nothing happens, and we forget it by ourselves.',
    ],
  },
  'has-account': {
    subject: 'You have an account already',
    title: 'You have an account already',
    story: [
      `Somebody, probably you, asked for an account at ${operator.name} with this address. There is one already, so nothing was changed.`,
      'Just log in. If the password has slipped your mind, you can set a new one on that page.',
    ],
    button: 'Log in',
    ending: [
      'If it was not you, you need not do anything: nobody was told that you have an account.',
    ],
  },
  'new-email': {
    subject: 'Confirm your new e-mail',
    title: 'Confirm your new e-mail',
    story: [
      `This address was given as the new one of an account at ${operator.name}. Confirm that it is yours, with the password of the account.`,
    ],
    button: 'Confirm the address',
    ending: (hours: number) => [
      `The link can be used for ${hours} hours. Until then the account keeps its old address.`,
      'If you know of no such account, do nothing: without its password nothing happens.',
    ],
  },
  'forgot-password': {
    subject: 'Set a new password',
    title: 'Set a new password',
    story: [
      `Somebody, probably you, asked for a new password for your account at ${operator.name}.`,
    ],
    button: 'Choose a new password',
    ending: (minutes: number) => [
      `The link can be used once, for ${minutes} minutes. Afterwards you are logged out everywhere.`,
      'If it was not you, do nothing: your password stays as it is.',
    ],
  },
  'email-changed': {
    subject: 'The e-mail of your account has changed',
    title: 'Your account has another address',
    story: [
      `Your account at ${operator.name} was given another e-mail address, which has been confirmed. From now on you log in with that one, and our mails go there.`,
    ],
    ending: ['If it was not you, call us at once, or answer this mail.'],
  },
  'password-changed': {
    subject: 'Your password has changed',
    title: 'Your password has changed',
    story: [
      `Your account at ${operator.name} has a new password. Every device that was logged in with the old one has been logged out.`,
    ],
    button: 'Set a password again',
    ending: ['If it was not you, set a new password at once, or call us.'],
  },
}

export type AccountWords = Worded<typeof en>

/** The same sentences, whatever they say. */
type Worded<Sentences> = {
  [Name in keyof Sentences]: Sentences[Name] extends string
    ? string
    : Sentences[Name] extends readonly string[]
      ? readonly string[]
      : Sentences[Name] extends (...facts: infer Facts) => infer Said
        ? (...facts: Facts) => Said
        : Worded<Sentences[Name]>
}
