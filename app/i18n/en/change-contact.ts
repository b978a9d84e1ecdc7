export const changeContact = {
  title: 'Change name or e-mail',
  name: 'Name of the group leader',
  nameHint: 'Whoever shows the ticket. A new name is on new tickets, free of charge.',
  nameFixed: (until: string) =>
    `The name could be changed until ${until}. For another one, please call us.`,
  email: 'E-mail',
  emailHint:
    'All mails to come go there. We tell the old address too, so that nobody loses a booking unnoticed.',
  submit: 'Save',
  over: 'All rides of this booking are over, so there is nothing left to write to you about.',
}
