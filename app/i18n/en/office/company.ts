export const company = {
  title: 'Company',
  intro:
    'The company details on the site and in emails, tickets and receipts. You see every change before you save it.',
  fields: {
    name: 'Name',
    shortName: 'Short name',
    legalName: 'Legal name',
    foundedIn: 'Founded in',
    companyNumber: 'Registration number',
    vatNumber: 'VAT number',
    licence: 'Licence',
    email: 'Email',
    phone: 'Telephone',
    hoursFrom: 'Telephone and desk open from',
    hoursUntil: 'Until',
    networks: 'Links to our other pages',
    sellsOnBoard: 'Drivers sell free seats at the door for cash',
  },
  address: (language: string) => `Address (${language})`,
  choices: { yes: 'Yes', no: 'No' },
  hints: {
    shortName: 'For narrow places, such as the top of each page.',
    legalName: 'As registered. Receipts name it as the seller.',
    email: 'For travellers to write to. Enquiries are forwarded to it.',
    networks: (most: number) =>
      `One per line, the name and then the address: Facebook https://www.facebook.com/… At most ${most}.`,
  },
  check: {
    show: 'Show what changes',
    caption: 'What changes',
    field: 'Detail',
    before: 'Now',
    after: 'From now on',
    nothing: 'Nothing changes.',
    where:
      'Pages, emails and tickets change immediately, and the feed for journey planners tomorrow. Receipts already issued stay as they are.',
    save: 'Save',
  },
  editions: {
    caption: 'Editions',
    edition: 'Edition',
    made: 'Made',
    changed: 'Changed',
    act: 'Action',
    shown: 'Shown now',
    restore: 'Back to this',
    madeBy: (name: string, when: string) => `${name}, ${when}`,
    backTo: (edition: number) => `Back to edition ${edition}`,
  },
  refusals: {
    'changed-meanwhile':
      'A colleague changed the company details after you opened this page. Nothing was saved. Please look at them again.',
    'nothing-changed': 'You changed nothing, so nothing was saved.',
    'no-such-edition': 'This edition does not exist.',
  },
  problems: {
    missing: 'Please fill this in.',
    'too-long': 'This is too long. Use at most 100 characters.',
    signs: 'Leave out these characters: < > { } [ ] * _ ` | \\',
    year: 'Enter a year, such as 1992.',
    'vat-number': 'A Cyprus VAT number is CY, eight digits and a letter, such as CY10000000A.',
    email: 'Enter an email address, such as info@example.com.',
    phone: 'Enter a telephone number that exists, such as +357 22 000000.',
    hours: 'Enter two times, such as 08:30 and 22:30. The second must be the later one.',
    networks:
      'Write one page per line: a name, a space and an address that begins with https://. Use each name once.',
  },
}
