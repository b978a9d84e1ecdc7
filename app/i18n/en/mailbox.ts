export const mailbox = {
  title: 'Mailbox',
  intro: 'In this demonstration no mail leaves the house. What you would have been sent lies here.',
  empty: 'No mail yet. It takes a few seconds after an order.',
  again: 'Look again',
  to: 'To',
  from: 'From',
  received: 'Received',
  attachments: 'Attachments',
  message: 'The message',
  plainText: 'The same as plain text',
  back: 'All mails',
}
