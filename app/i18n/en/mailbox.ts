export const mailbox = {
  title: 'Mailbox',
  intro: 'In this demonstration no email is sent. You can read here what you would have received.',
  empty: 'No emails yet. They take a few seconds to appear after you book.',
  again: 'Check again',
  to: 'To',
  from: 'From',
  received: 'Received',
  attachments: 'Attachments',
  message: 'The message',
  plainText: 'The same message as plain text',
  back: 'All emails',
}
