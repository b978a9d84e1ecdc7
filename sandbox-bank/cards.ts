/** The behaviour of a test card. Every other number is refused, and never stored. */
export type CardBehaviour =
  | 'paid'
  | 'challenge'
  | 'challenge-fails'
  | 'declined'
  | 'insufficient'
  | 'expired'
  | 'bad-cvc'
  | 'processing'
  | 'issuer-timeout'
  | 'dispute'
  | 'refund-fails'

export type TestCard = { number: string; brand: string; behaviour: CardBehaviour }

export const TEST_CARDS: readonly TestCard[] = [
  { number: '4111111111111111', brand: 'Visa', behaviour: 'paid' },
  { number: '5555555555555599', brand: 'Mastercard', behaviour: 'challenge' },
  { number: '4000000000000002', brand: 'Visa', behaviour: 'declined' },
  { number: '4000000000009995', brand: 'Visa', behaviour: 'insufficient' },
  { number: '4000000000000069', brand: 'Visa', behaviour: 'expired' },
  { number: '4000000000000127', brand: 'Visa', behaviour: 'bad-cvc' },
  { number: '4000000000000119', brand: 'Visa', behaviour: 'processing' },
  { number: '4000000000006975', brand: 'Visa', behaviour: 'issuer-timeout' },
  { number: '4000000000000259', brand: 'Visa', behaviour: 'dispute' },
  { number: '4000000000005126', brand: 'Visa', behaviour: 'refund-fails' },
  { number: '4000000000003220', brand: 'Visa', behaviour: 'challenge-fails' },
]

/** "4111 1111 1111 1111" */
export function inFours(number: string): string {
  return number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
}

export type CardField = 'number' | 'expiry' | 'cvc' | 'name'
export type CardProblem =
  | 'number-missing'
  | 'number-invalid'
  | 'number-not-test'
  | 'expiry-invalid'
  | 'expiry-past'
  | 'cvc-invalid'
  | 'name-missing'
export type CardProblems = Partial<Record<CardField, CardProblem>>
export type CardForm = Record<CardField, string>

export type ReadCard = { ok: true; card: TestCard } | { ok: false; problems: CardProblems }

/** Reads a card form. The number and the code are checked here, and never stored or sent. */
export function readCard(form: CardForm, today: Temporal.PlainDate): ReadCard {
  const digits = form.number.replaceAll(/[\s-]/g, '')
  const card = TEST_CARDS.find(({ number }) => number === digits)
  const found: Record<CardField, CardProblem | undefined> = {
    number: card ? undefined : problemOfNumber(digits),
    expiry: problemOfExpiry(form.expiry, today),
    cvc: /^\d{3}$/.test(form.cvc.trim()) ? undefined : 'cvc-invalid',
    name: form.name.trim().length < 2 ? 'name-missing' : undefined,
  }
  const problems = Object.fromEntries(
    Object.entries(found).filter(([, problem]) => problem !== undefined),
  ) as CardProblems
  if (!card || Object.keys(problems).length > 0) return { ok: false, problems }
  return { ok: true, card }
}

function problemOfNumber(digits: string): CardProblem {
  if (digits === '') return 'number-missing'
  return isCardNumber(digits) ? 'number-not-test' : 'number-invalid'
}

/**
 * Luhn's check: with every second digit from the right doubled, the digits sum to a multiple of
 * ten.
 */
function isCardNumber(digits: string): boolean {
  if (!/^\d{13,19}$/.test(digits)) return false
  const sum = digits
    .split('')
    .toReversed()
    .reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}

/** Accepts "09/29", "9 / 2029" and "0929"; a card is valid until its month is over. */
function problemOfExpiry(text: string, today: Temporal.PlainDate): CardProblem | undefined {
  const [, month, year] = /^(0?[1-9]|1[0-2])\s*[/.-]?\s*(?:20)?(\d{2})$/.exec(text.trim()) ?? []
  if (!month || !year) return 'expiry-invalid'
  const expiry = Temporal.PlainYearMonth.from({ year: 2000 + Number(year), month: Number(month) })
  return Temporal.PlainYearMonth.compare(expiry, today.toPlainYearMonth()) < 0
    ? 'expiry-past'
    : undefined
}
