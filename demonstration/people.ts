import type { Locale } from '#platform/locale.ts'

import type { Dice } from './dice.ts'

/*
 * Invented travellers. Their addresses are of domains that belong to nobody (RFC 2606), and their
 * telephone numbers are from a range that is given to nobody (Ofcom keeps it for drama).
 */

type Name = { written: string; latin: string }

const named = (written: string): Name => ({ written, latin: written.toLowerCase() })

const ENGLISH = {
  first:
    'Anna James Sofia Daniel Emma Lukas Amelia Noah Ingrid Omar Grace Tom Hannah Peter Ruth Adam'
      .split(' ')
      .map(named),
  last: 'Walker Schmidt Novak Evans Lindqvist Haddad Murphy Rossi Clarke Turner Jansen Kowalska Hughes'
    .split(' ')
    .map(named),
}

/** A family name has one form for men and another for women. */
const GREEK: Record<'men' | 'women', { first: Name[]; last: Name[] }> = {
  men: {
    first: [
      { written: 'Ανδρέας', latin: 'andreas' },
      { written: 'Γιώργος', latin: 'giorgos' },
      { written: 'Νίκος', latin: 'nikos' },
      { written: 'Παναγιώτης', latin: 'panayiotis' },
      { written: 'Μάριος', latin: 'marios' },
      { written: 'Κυριάκος', latin: 'kyriakos' },
      { written: 'Χρίστος', latin: 'christos' },
    ],
    last: [
      { written: 'Γεωργίου', latin: 'georgiou' },
      { written: 'Ιωάννου', latin: 'ioannou' },
      { written: 'Κωνσταντίνου', latin: 'constantinou' },
      { written: 'Σάββα', latin: 'savva' },
      { written: 'Νεοφύτου', latin: 'neophytou' },
      { written: 'Παπαδόπουλος', latin: 'papadopoulos' },
      { written: 'Πιερίδης', latin: 'pierides' },
    ],
  },
  women: {
    first: [
      { written: 'Ελένη', latin: 'eleni' },
      { written: 'Κατερίνα', latin: 'katerina' },
      { written: 'Χριστίνα', latin: 'christina' },
      { written: 'Δέσπω', latin: 'despo' },
      { written: 'Στέλλα', latin: 'stella' },
      { written: 'Άντρη', latin: 'antri' },
      { written: 'Μαρία', latin: 'maria' },
    ],
    last: [
      { written: 'Γεωργίου', latin: 'georgiou' },
      { written: 'Χριστοδούλου', latin: 'christodoulou' },
      { written: 'Κωνσταντίνου', latin: 'constantinou' },
      { written: 'Σάββα', latin: 'savva' },
      { written: 'Νεοφύτου', latin: 'neophytou' },
      { written: 'Παπαδοπούλου', latin: 'papadopoulou' },
      { written: 'Πιερίδου', latin: 'pieridou' },
    ],
  },
}

const DOMAINS = ['example.com', 'example.net', 'example.org']

export type Person = {
  locale: Locale
  name: string
  email: string
  /** Empty for most. */
  phone: string
}

export function personOf(dice: Dice): Person {
  const locale = dice(2) === 0 ? 'en' : 'el'
  const names = locale === 'en' ? ENGLISH : GREEK[dice(2) === 0 ? 'men' : 'women']
  const [first, last] = [pick(names.first, dice), pick(names.last, dice)]
  const domain = DOMAINS[dice(DOMAINS.length)]
  return {
    locale,
    name: `${first.written} ${last.written}`,
    email: `${first.latin}.${last.latin}@${domain}`,
    phone: dice(4) === 0 ? `+447700900${100 + dice(900)}` : '',
  }
}

function pick(names: readonly Name[], dice: Dice): Name {
  const name = names[dice(names.length)]
  if (!name) throw new Error('there are no names')
  return name
}
