export const findBooking = {
  title: 'Find a booking',
  intro:
    'Find your booking without an account, to see its tickets, change it or cancel it. You need your booking reference and the email address you booked with.',
  reference: 'Booking reference',
  referenceHint: 'Eight letters and digits, such as 4KT7M2QX.',
  referenceMissing: 'Enter the booking reference.',
  referenceMalformed: 'A booking reference has eight letters and digits. Please check it.',
  email: 'Email',
  emailHint: 'The address we sent the tickets to.',
  emailMissing: 'Enter the email address we sent the tickets to.',
  submit: 'Find the booking',
  sentTitle: 'Check your email',
  sent: 'If we find a matching booking, we will email you a link to it.',
  notThere:
    'Nothing there after a few minutes? Check your spam folder, or try again: the reference or the address may have been mistyped.',
  mailbox: 'This is a demonstration: the email is in the mailbox of the browser you booked with.',
  again: 'Try again',
  call: 'If you do not have these, call us:',
  account: 'Booked with an account, or in this browser?',
}
