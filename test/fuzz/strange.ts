import {
  array,
  constant,
  constantFrom,
  double,
  integer,
  json,
  oneof,
  record,
  string,
  subarray,
  tuple,
  type Arbitrary,
} from 'fast-check'

/*
 * What people, programs and attackers send to a site. Everything is bytes in the end, so that also
 * what no well-behaved client would send can be sent.
 */

/** Stands in much of it; a page that shows it as it came has let markup in. */
export const MARK = '<zz9 onclick="'

const PAYLOADS = [
  '',
  ' ',
  '-1',
  '0',
  '1e309',
  '00000000000000000000000000000001',
  '99999999999999999999999999',
  '0x10',
  '１２',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  '../../../../etc/passwd',
  '..\\..\\windows',
  '//evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  "'; drop table orders; --",
  "' or '1'='1",
  '${7*7}{{7*7}}',
  '%',
  '%zz',
  '%00',
  '\u0000',
  'a\r\nSet-Cookie: a=b',
  '\u202Eabc\u2066',
  '\u{1F68C}'.repeat(40),
  'Λάρνακα',
  'ÅÅÅ',
  `"'>${MARK}`,
  `</script>${MARK}`,
  `</title></style>${MARK}`,
  '2026-12-02',
  '2026-02-30',
  '-271821-04-20',
  '+275760-09-13',
  '2026-12-02T00:00[Asia/Nicosia]',
  '25:61',
  '00000000-0000-0000-0000-000000000000',
  '0'.repeat(26),
  'x'.repeat(3000),
]

/**
 * Of each a field is filled to the brim. An expression that looks again from every character, or a
 * window without an end, shows itself by one of them.
 */
export const ENDLESS: Readonly<Record<string, string>> = {
  'blanks before a letter': ' ',
  'digits with a blank between': '1 ',
  'digits with a dot between': '4.',
  'one digit': '4',
  'card numbers': '4111 1111 1111 1111 ',
  'one letter': 'a',
  'combining marks': '\u0301',
  'combining marks out of order': '\u0301\u0323\u0345\u0334',
  'letters with marks of their own': 'e\u0301',
  'line ends': '\n',
  'line ends and blanks': ' \t\r\n',
  'tabs and an odd blank': '\t\u00a0\u2003',
  dots: '.',
  'an address without an end': 'a.',
  'at signs': '@',
  quotes: '"\'’«',
  'marks of direction': '\u202e\u2066\u200f',
  'halves of characters': '\ud800',
  emoji: '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  'percent signs': '%',
  brackets: '([{<',
  hyphens: '-',
  'signs like letters': '@$!0',
  'a ligature that grows': '\ufdfa',
  'nothing at all': '\0',
  'Greek that is spelt in many ways': 'ου αυγγ ',
}

/** So many characters of it, with a letter at the end on which what looked promising comes to nothing. */
export function endless(unit: string, length: number): string {
  return `${unit.repeat(Math.ceil(length / unit.length)).slice(0, length - 1)}x`
}

/** A value for a field: something known to hurt, something near to what is meant, or anything. */
export const value = oneof(
  { weight: 6, arbitrary: constantFrom(...PAYLOADS) },
  { weight: 2, arbitrary: string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: integer().map(String) },
  { weight: 1, arbitrary: double().map(String) },
)

/** Percent-encoded, also where it should not be possible: half of a character, or of an escape. */
const encoded = oneof(
  { weight: 6, arbitrary: value.map(encode) },
  {
    weight: 1,
    arbitrary: constantFrom('%ED%A0%80', '%C3%28', '%E2%82', '%FF%FE', '%', '%a', '%c0%ae'),
  },
)

/** What a field is called, and something that can be meant by it. */
export type Known = Record<string, string>

/** Fields of ours and others, some as they should be, some more than once or as lists. */
export function fields(known: Known): Arbitrary<string> {
  const ours = constantFrom(...Object.keys(known))
  const name = oneof(
    { weight: 8, arbitrary: ours },
    { weight: 1, arbitrary: ours.map((one) => `${one}[]`) },
    { weight: 1, arbitrary: ours.map((one) => `${one}[__proto__][x]`) },
    { weight: 1, arbitrary: constantFrom('__proto__', 'constructor', 'language', '_data') },
    { weight: 1, arbitrary: encoded },
  )
  const strange = array(tuple(name, encoded), { maxLength: 6 })
  const sound = subarray(Object.keys(known)).map((names) =>
    names.map((one) => [one, encode(known[one] ?? '')]),
  )
  return tuple(sound, strange).map(([some, others]) =>
    [...some, ...others].map(([key, text]) => `${key}=${text}`).join('&'),
  )
}

/** One step of a path, in the place of an id. */
export const step = encoded.map((text) => text.replaceAll('/', '%2F') || '%20')

/** A cookie header: one that opens a cart, half of a cookie, and too much of it. */
export function cookies(known: string): Arbitrary<string> {
  return oneof(
    { weight: 3, arbitrary: constant(known) },
    { weight: 1, arbitrary: value.map((text) => `visitor=${printable(text)}`) },
    { weight: 1, arbitrary: value.map((text) => `locale=${printable(text)}; ${known}`) },
    {
      weight: 1,
      arbitrary: constantFrom(
        '',
        'visitor',
        ';;;=;',
        'visitor=%; locale=%zz',
        `visitor=${'a'.repeat(4000)}`,
        'c=1; '.repeat(50),
      ),
    },
  )
}

/** Headers that decide about something, with values nobody means. */
export const headers = array(
  tuple(
    constantFrom(
      'Accept',
      'Accept-Encoding',
      'Accept-Language',
      'User-Agent',
      'Referer',
      'X-Forwarded-For',
      'X-Forwarded-Host',
      'X-Forwarded-Proto',
      'X-HTTP-Method-Override',
      'If-None-Match',
      'If-Modified-Since',
      'Range',
      'Sec-Purpose',
      'Sec-Fetch-Dest',
    ),
    oneof(
      value.map(printable),
      constantFrom('*', 'el;q=9', ';q=', 'gzip;q=x, zstd', 'bytes=0-99999999999', 'br'),
    ),
  ),
  { maxLength: 4 },
).map((pairs) => pairs.map(([name, text]) => `${name}: ${text}`))

export type Body = { type: string; content: string }

/** A body and what it says it is, whether or not that is true. */
export function body(known: Known): Arbitrary<Body> {
  const form = fields(known)
  const type = constantFrom(
    'application/x-www-form-urlencoded',
    'application/x-www-form-urlencoded;charset=utf-7',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'multipart/form-data; boundary="',
    'application/json',
    'text/plain',
    'text/x-script',
    'nonsense',
    '',
  )
  const content = oneof(
    { weight: 6, arbitrary: form },
    {
      weight: 1,
      arbitrary: form.map((text) => `--x\r\nContent-Disposition: form-data; ${text}\r\n`),
    },
    { weight: 1, arbitrary: form.map((text) => multipart(text)) },
    { weight: 1, arbitrary: json() },
    {
      weight: 1,
      arbitrary: constantFrom('', '{', '\0'.repeat(100), '&&&===', 'a'.repeat(70_000)),
    },
  )
  const plain = form.map((text) => ({ type: 'application/x-www-form-urlencoded', content: text }))
  return oneof({ weight: 2, arbitrary: plain }, { weight: 1, arbitrary: record({ type, content }) })
}

/** A form in parts, among them a file where a text is expected. */
function multipart(text: string): string {
  const parts = text.split('&').map((pair, index) => {
    const [name = '', content = ''] = pair.split('=')
    const file = index % 3 === 2 ? '; filename="a.txt"' : ''
    return `--x\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`
  })
  return `${parts.join('')}--x--\r\n`
}

function encode(text: string): string {
  const bytes = [...new TextEncoder().encode(text)]
  return bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

/** What an HTTP parser lets through as the value of a header. */
function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e\x80-\xff]/g, '?').slice(0, 2000)
}
