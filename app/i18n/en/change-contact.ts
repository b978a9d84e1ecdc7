export const changeContact = {
  title: 'Change contact details',
  name: 'Name',
  nameHint:
    'Of the person who will show the ticket. If you change it, we issue new tickets free of charge.',
  nameFixed: (until: string) =>
    `The name could be changed until ${until}. To change it now, please call us.`,
  email: 'Email',
  emailHint:
    'We will send all future emails there. We will also tell the old address, in case it was not you.',
  phone: 'Telephone (optional)',
  phoneHint: 'Only to call you if your bus changes.',
  submit: 'Save',
  over: 'All journeys in this booking are over, so you will get no more emails about it.',
}
