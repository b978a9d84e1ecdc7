export const mailbox = {
  title: 'Mailbox',
  intro: 'In this demonstration no e-mail is sent. What you would have received is here.',
  empty: 'No e-mail yet. It takes a few seconds after an order.',
  again: 'Look again',
  to: 'To',
  from: 'From',
  received: 'Received',
  attachments: 'Attachments',
  message: 'The message',
  plainText: 'The same as plain text',
  back: 'All e-mails',
}
