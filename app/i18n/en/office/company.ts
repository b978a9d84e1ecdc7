export const company = {
  title: 'Company',
  intro:
    'What the site, the emails, the tickets and the receipts say of the company. Nothing changes before you have seen what would change.',
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
    networks: 'Other pages of ours',
    sellsOnBoard: 'Drivers sell free seats at the door for cash',
  },
  address: (language: string) => `Address (${language})`,
  choices: { yes: 'Yes', no: 'No' },
  hints: {
    shortName: 'Where there is little room, such as on top of the page.',
    legalName: 'As the registrar has it: receipts name it as the seller.',
    email: 'Travellers write to it, and enquiries are forwarded to it.',
    networks: (most: number) =>
      `One a line, its name and then its address: Facebook https://www.facebook.com/… At most ${most}.`,
  },
  check: {
    show: 'Show what changes',
    caption: 'What changes',
    field: 'Fact',
    before: 'Now',
    after: 'From now on',
    nothing: 'Nothing would change.',
    where:
      'Pages, emails and tickets say it immediately; the feed for journey planners from tomorrow. Receipts that were issued keep what they said.',
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
      'A colleague has changed the company since this page was shown. Nothing was saved: please look at it again.',
    'nothing-changed': 'Nothing was saved, since nothing would change.',
    'no-such-edition': 'There is no such edition.',
  },
  problems: {
    missing: 'Please fill this in.',
    'too-long': 'This is too long: 100 characters are the most.',
    signs: 'Leave out these signs: < > { } [ ] * _ ` | \\',
    year: 'Enter a year, such as 1992.',
    'vat-number': 'A VAT number of Cyprus is CY, eight digits and a letter, such as CY10000000A.',
    email: 'Enter an email address, such as info@example.com.',
    phone: 'Enter a telephone number that exists, such as +357 22 000000.',
    hours: 'Enter two times, such as 08:30 and 22:30. The second must be the later one.',
    networks:
      'Write one page a line: a name, a space and an address that begins with https://. Each name may occur once.',
  },
}
