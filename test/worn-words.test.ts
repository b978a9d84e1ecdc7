import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

import { allLetters } from '#e2e/support/all-letters.ts'
import { LOCALES } from '#platform/locale.ts'

/** All files with sentences for travellers or the company. */
const SENTENCE_FILES = [
  'app/i18n/*/**/*.ts',
  'platform/format/words/*.ts',
  'modules/*/words/*.ts',
  'modules/gtfs/*/describe-*.ts',
  'modules/bookkeeping/settlement/settlement-mail.server.ts',
  'sandbox-bank/pages/*.ts',
  'scripts/admin/*.ts',
  'scripts/timetable*.ts',
  'operator.ts',
]
const TEXT_FILES = ['content/**/*.md', 'db/seed/gtfs/{stops,translations}.txt']

/**
 * Phrases that are translated word for word from another language, or that are a second name for
 * something. The comment gives the better word.
 */
const WORN = [
  /\bstands? (?:on|for|as|here|among|good)\b/i, // is shown, appears, is
  /\b(?:comes?|came|coming) back\b|\bg(?:o|oes|oing|one) back\b/i, // is refunded
  /\bmoney back\b|\bnews of\b/i, // a refund
  /\bg(?:ive|ives|ave|iven|iving) up\b/i, // cancel
  /\bgood for\b|\b(?:are|is|stays?|still|longer) good\b|\bstays? yours\b/i, // valid
  /\bdo(?:es)? not run\b|\bnot on offer\b/i, // has been cancelled
  /\bat once\b|\bby (?:itself|themselves|ourselves)\b/i, // straight away, automatically
  /\be-mails?\b|\bmails?\b(?=\s|[.,:;?’]|$)/i, // email
  /\bwheelchair places?\b/i, // wheelchair space
  /\brides?\b/i, // journey
  /\boffers?\b/i, // quote
  /\bwhoever\b|\bone of us\b/i, // the person who, we
  /\bsale closed\b/i, // booking closed
  /\b(?:Larnaca|Paphos) airport\b/, // the name of a stop, with its capital
  /\bunwanted mail\b|\bsquare code\b|\bused up\b|\blook into your\b|\bmend\b/i,
  /\bwhat counts\b|\bthis connection\b|\bwritten down\b|\bfind a way together\b/i,

  /χωρίς (?:κανένα |το )?τέλος(?! ακύρωσης)/i, // χωρίς καμία χρέωση
  /χάθηκε ένα λεωφορείο|χαμέν\S* λεωφορεί/i, // as if a bus had gone missing
  /(?<!\p{L})νέον(?!\p{L})/iu,
  /γι’ αυτό το email/i,
  /τετράγων\S* κωδικ/i, // κωδικός QR
  /(?<!\p{L})πια(?!\p{L})|ηλεκτρονικό μήνυμα/iu, // πλέον, email
  /(?<!\p{L})Μετρά (?:η|και)|(?:χρήματα|ποσό)(?: σας)? πίσω|κρατάμε (?:κανένα )?τέλος/u,
  /καθ’ οδόν|Παραίτηση|από εδώ και πέρα|βρούμε μαζί μια λύση/i,
  /με τον τρόπο που ήρθ|χωρίς αγκαλιά|από μόν[ηο]ς? τ[ηο]υ?ς/i,
  /ωράρι|ωραρί/i, // πρόγραμμα δρομολογίων
  /(?<!\p{L})ΦΠΑ(?!\p{L})/u, // Φ.Π.Α.
  /ανοικτ|ανυψωτικό|αναβατόριο|ενήλικο(?!\p{L})/iu, // ανοιχτ-, ανυψωτήρας, ενήλικα
  /πουλήθηκ|παρ[εέ]κκλ[ιί]σ/i, // πωλήθηκ-, εξαίρεση
  /(?:Γεια σας|Καλώς ορίσατε), …/i, // a name is in the nominative
]

/** Phrases in which such words are correct. */
const LAWFUL = [
  'go back on sale', // seats do
  'gone back on sale',
  'The clocks go back at',
  'Go back, reload the page',
  'go back to the shop',
  'the page you came back to after paying',
  'the usual departures do not run', // on that date, by the timetable
  'One of us will travel in a wheelchair', // said by the traveller
]

test.each(WORN.map((word) => [word.source, word] as const))(
  'no sentence reads %s',
  async (_, word) => {
    const read = (await sentences).map(({ file, sentence }) => ({
      file,
      sentence: LAWFUL.reduce((rest, lawful) => rest.replaceAll(lawful, ''), sentence),
    }))
    expect(read.filter(({ sentence }) => word.test(sentence))).toEqual([])
  },
)

test('every exception still occurs in a sentence', async () => {
  const all = (await sentences).map(({ sentence }) => sentence).join('\n')
  expect(LAWFUL.filter((words) => !all.includes(words))).toEqual([])
})

type Sentence = { file: string; sentence: string }

const sentences: Promise<Sentence[]> = readSentences()

async function readSentences(): Promise<Sentence[]> {
  const found: Sentence[] = []
  for await (const file of glob(SENTENCE_FILES)) {
    const source = await readFile(file, 'utf8')
    found.push(...literalsIn(source).map((sentence) => ({ file, sentence })))
  }
  for await (const file of glob(TEXT_FILES)) {
    const lines = (await readFile(file, 'utf8')).split('\n')
    found.push(...lines.map((sentence) => ({ file, sentence: withoutNames(sentence) })))
  }
  for (const locale of LOCALES) {
    for (const [name, { subject, text }] of allLetters(locale)) {
      const said = `${subject}\n${text}`.replaceAll(/\S+:\/\/\S+|\S+@\S+/g, '')
      found.push({ file: `${locale} letter ${name}`, sentence: said })
    }
  }
  return found
}

/** Quoted strings of more than one word: no keys, no file names, no comments. */
function literalsIn(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$|^import .*$/gm, '')
  const quoted = [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)]
  return quoted
    .map(([, plain, template = '']) => plain ?? template)
    .map((literal) => literal.replaceAll(/\$\{[^}]*\}/g, '…'))
    .filter((literal) => /[ …]|^\p{Lu}/u.test(literal))
}

/** A line of text without figures, ids, link targets and search terms. */
function withoutNames(line: string): string {
  return line.replaceAll(/\{[^}]*\}+|\]\([^)]*\)|[\w|-]*\|[\w| -]*/g, '')
}
