export const account = {
  fields: {
    name: 'Name',
    email: 'Email',
    password: 'Password',
    newPassword: 'New password',
    currentPassword: 'Current password',
    newEmail: 'New email',
  },
  hints: {
    name: 'We print it on your tickets and fill it in next time you book.',
    email: 'We will send you a link to confirm that it is yours.',
    password: (least: number) =>
      `At least ${least} characters. Three or four words make a good one. You cannot use common words, dates or your own name.`,
  },
  show: 'Show',
  hide: 'Hide',
  showPassword: 'Show the password',
  hidePassword: 'Hide the password',
  mailbox: 'This is a demonstration, so the email is in this site’s mailbox.',
  openMailbox: 'Open the mailbox',

  signUp: {
    title: 'Create an account',
    intro:
      'You can book without one. With an account we fill in your details and keep all your bookings in one place.',
    accept: 'I accept the',
    terms: 'terms and conditions',
    newTab: 'opens in a new tab',
    privacy: 'How we use your data',
    submit: 'Create the account',
    haveOne: 'Already have an account?',
    didYouMean: (address: string) =>
      `Did you mean ${address}? Correct the address, or press the button again to keep it.`,
    sentTitle: 'Check your email',
    sent: 'We have sent a link to the address you gave. Open it and enter your password again to finish.',
    notThere: (hours: number) =>
      `Nothing there after a few minutes? Check your spam folder, or sign up again in case the address was mistyped. The link is valid for ${hours} hours.`,
    again: 'Sign up again',
  },
  logIn: {
    title: 'Log in',
    intro: 'For your bookings and your details.',
    submit: 'Log in',
    forgot: 'Forgot your password?',
    noAccount: 'No account yet?',
    create: 'Create one',
    close: 'Close',
    without: 'You can also find a booking without an account:',
    findBooking: 'find it by its reference',
  },
  news: {
    'logged-out': 'You have been logged out.',
    'logged-out-everywhere': 'You have been logged out on all your devices.',
    'session-ended': 'That device has been logged out.',
    reset:
      'Your new password is set, and you have been logged out on all your devices. Log in with the new password.',
    erased: 'Your account and personal details have been erased. Receipts stay, without your name.',
    confirmed: 'Your email address is confirmed. Welcome.',
    renamed: 'Your name has been saved.',
    'password-changed':
      'Your password has been changed, and you have been logged out on all other devices.',
    'email-asked':
      'We have sent a link to the new address. Your account keeps the old one until you open it.',
  },
  confirm: {
    title: 'Confirm your email address',
    intro: 'One more step: enter your password.',
    submit: 'Confirm and log in',
    spentTitle: 'This link no longer works',
    spent:
      'It has already been used, or it has expired. If you have already confirmed your address, just log in.',
    signUpAgain: 'Sign up again',
  },
  forgot: {
    title: 'Forgot your password?',
    intro: 'Enter your email address and we will send you a link to set a new password.',
    submit: 'Send me a link',
    sentTitle: 'Check your email',
    sent: 'If there is an account with this address, a link is on its way. Use it to set a new password.',
    notThere: (minutes: number) =>
      `Nothing there after a few minutes? Check your spam folder, or try another address of yours. The link is valid for ${minutes} minutes.`,
    again: 'Try another address',
    mailbox:
      'This is a demonstration, so the email is in the mailbox of the browser in which you last logged in.',
  },
  reset: {
    title: 'Set a new password',
    intro: 'You will be logged out on all your devices. Then log in with your new password.',
    submit: 'Set the password',
    spentTitle: 'This link no longer works',
    spent:
      'It has already been used, or it has expired. Ask for a new one; it arrives straight away.',
    again: 'Send me a new link',
  },

  title: 'Your account',
  bookings: {
    title: 'My bookings',
    text: 'Tickets, receipts, changes and cancellations.',
    open: 'Show my bookings',
  },
  details: {
    title: 'Your details',
    text: 'We fill these in for you next time you book.',
    save: 'Save',
    changeEmail: 'Change the email address',
    changeEmailText:
      'We will send a link to the new address. Your account keeps the old one until you open it.',
    sendLink: 'Send the link',
  },
  password: {
    title: 'Password',
    change: 'Change the password',
    text: 'We will log you out on all other devices and email you to confirm.',
    save: 'Change the password',
  },
  leaving: {
    title: 'Where you are logged in',
    text: (days: number) =>
      `A device that you have not used for ${days} days is logged out automatically. Lost a device? Log it out here.`,
    here: 'Log out',
    everywhere: 'Log out everywhere',
    thisDevice: 'This device',
    unknownDevice: 'Unknown device',
    lastUsed: (when: string) => `Last used ${when}`,
    end: 'Log out',
    endNamed: (device: string) => `Log out ${device}`,
  },
  yours: {
    title: 'Your data',
    text: 'Download a copy of everything we hold about you, in a machine-readable file.',
    download: 'Download my data',
    erase: 'Erase my data',
    eraseText:
      'We will erase your account, and your name and address from every booking, ticket, email and enquiry. The receipts stay, without your name, because the law requires them. This cannot be undone, and your tickets can no longer be found.',
    meant: 'Erase everything about me',
    eraseNow: 'Erase my data for good',
    notYet: 'Your data cannot be erased yet',
  },
}
