export const account = {
  fields: {
    name: 'Name',
    email: 'E-mail',
    password: 'Password',
    newPassword: 'New password',
    currentPassword: 'Current password',
    newEmail: 'New e-mail',
  },
  hints: {
    name: 'It fills in your next order and stands on your tickets.',
    email: 'We send a link there, so that nobody else can use your address.',
    password: (least: number) =>
      `At least ${least} characters. Three or four words make a good one. Common words, dates and your own name are refused.`,
  },
  show: 'Show',
  hide: 'Hide',
  showPassword: 'Show the password',
  hidePassword: 'Hide the password',
  mailbox: 'This is a demonstration, so the e-mail lies in the mailbox of this site.',
  openMailbox: 'Open the mailbox',

  signUp: {
    title: 'Create an account',
    intro:
      'You can book without one. With an account your details fill themselves in, and all your bookings are in one place.',
    accept: 'I accept the',
    terms: 'terms and conditions',
    newTab: 'opens in a new tab',
    privacy: 'How we treat your data',
    submit: 'Create the account',
    haveOne: 'Have an account already?',
    didYouMean: (address: string) =>
      `Did you mean ${address}? Correct the address, or press the button again to keep it.`,
    sentTitle: 'Now look into your e-mail',
    sent: 'We have sent a link to the address you gave. Open it and enter your password once more: then the account is yours.',
    notThere: (hours: number) =>
      `Nothing there after a few minutes? Look among the unwanted mail, or sign up again in case the address was mistyped. The link can be used for ${hours} hours.`,
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
    without: 'A booking can be found without an account too:',
    findBooking: 'find it by its reference',
  },
  news: {
    'logged-out': 'You are logged out.',
    'logged-out-everywhere': 'You are logged out on every device.',
    reset: 'Your new password is set, and every device is logged out. Log in with it.',
    erased: 'Everything we kept about you has been erased.',
    confirmed: 'Your e-mail is confirmed. Welcome.',
    renamed: 'Your name is saved.',
    'password-changed': 'Your password is changed, and every other device is logged out.',
    'email-asked':
      'We have sent a link to the new address. Open it there; until then your account keeps the old one.',
  },
  confirm: {
    title: 'Confirm your e-mail',
    intro: 'One step is left: enter the password of your account.',
    submit: 'Confirm and log in',
    spentTitle: 'This link is used up',
    spent:
      'It has been used before, or it is too old. If you have confirmed your address already, just log in.',
    signUpAgain: 'Sign up again',
  },
  forgot: {
    title: 'Forgot your password?',
    intro: 'Tell us the address of your account, and we send you a link to set a new password.',
    submit: 'Send me a link',
    sentTitle: 'Now look into your e-mail',
    sent: 'If there is an account with this address, a link is on its way. With it you set a new password.',
    notThere: (minutes: number) =>
      `Nothing there after a few minutes? Look among the unwanted mail, or try another address of yours. The link can be used for ${minutes} minutes.`,
    again: 'Try another address',
    mailbox:
      'This is a demonstration, so the e-mail lies in the mailbox of the browser in which you last logged in.',
  },
  reset: {
    title: 'Set a new password',
    intro: 'Afterwards you are logged out everywhere, and log in with the new one.',
    submit: 'Set the password',
    spentTitle: 'This link is used up',
    spent: 'It has been used before, or it is too old. Ask for a new one; it is there at once.',
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
    text: 'They fill in the contact information of your next order.',
    save: 'Save',
    changeEmail: 'Change the e-mail',
    changeEmailText:
      'A link goes to the new address. Your account keeps the old one until you open it.',
    sendLink: 'Send the link',
  },
  password: {
    title: 'Password',
    change: 'Change the password',
    text: 'Every other device is logged out, and you get an e-mail about it.',
    save: 'Change the password',
  },
  leaving: {
    title: 'Log out',
    text: 'Somebody else’s device, or one you have lost? Log out everywhere.',
    here: 'Log out',
    everywhere: 'Log out everywhere',
  },
  yours: {
    title: 'Your data',
    text: 'Take along everything we keep about you, in a file that programs can read.',
    download: 'Download my data',
    erase: 'Erase my data',
    eraseText:
      'We erase your account, and your name and address from every order, ticket, e-mail and enquiry. The receipts stay without your name, because the law wants them. Nobody can bring any of it back, and your tickets can no longer be found.',
    meant: 'Erase everything about me',
    eraseNow: 'Erase my data for good',
    notYet: 'Your data cannot be erased yet',
  },
}
