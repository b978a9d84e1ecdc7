export const findBooking = {
  title: 'Find a booking',
  intro:
    'Open any booking without an account, to see its tickets, change it or cancel it. You need what stands on the ticket and in the e-mail it came with.',
  reference: 'Booking reference',
  referenceHint: 'Eight letters and digits, such as 4KT7M2QX.',
  referenceMissing: 'Enter the booking reference.',
  referenceMalformed: 'A booking reference has eight letters and digits. Please look at it again.',
  email: 'E-mail',
  emailHint: 'The address the tickets were sent to.',
  emailMissing: 'Enter the e-mail address the tickets were sent to.',
  submit: 'Find the booking',
  sentTitle: 'Now look into your e-mail',
  sent: 'If there is such a booking, a mail with a link that opens it is on its way to its address.',
  notThere:
    'Nothing there after a few minutes? Look among the unwanted mail, or try again: the reference or the address may have been mistyped.',
  mailbox:
    'This is a demonstration: the mail comes into the mailbox of the browser in which the booking was made.',
  again: 'Try again',
  call: 'Neither at hand? Call us:',
  account: 'Bought with an account, or in this browser?',
}
