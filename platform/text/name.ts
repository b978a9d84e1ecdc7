export const MAX_NAME_LENGTH = 100

export type NameRefusal =
  | { ok: false; reason: 'name-missing' }
  | { ok: false; reason: 'name-too-long'; most: number }
  | { ok: false; reason: 'name-with-site' }

/**
 * The problem of a person's name, on one line, if any. Everything with a letter is a name, in
 * whatever script, unless mails would make a link of it.
 */
export function checkName(name: string, most = MAX_NAME_LENGTH): NameRefusal | undefined {
  if (!/\p{L}/u.test(name)) return { ok: false, reason: 'name-missing' }
  if (name.length > most) return { ok: false, reason: 'name-too-long', most }
  return namesSite(name) ? { ok: false, reason: 'name-with-site' } : undefined
}

/** Ends of addresses, besides those of two letters, that mail programs take for a site. */
const SITE_ENDS =
  'com|net|org|info|biz|pro|name|mobi|app|dev|xyz|top|site|online|shop|store|club|live|fun|icu|vip|win|bid|loan|click|link|work|world|life|today|space|website|tech|cloud|blog|news|agency|digital|email|page|bet|casino|poker|games|money|cash|deals|sale|gift|free|buzz|party|review|stream|trade|download|example|ελ|ευ|рф'
/** "St.John" and "Dr.Page" are people. */
const NO_TITLE = String.raw`(?<![\p{L}\d-])(?!(?:st|dr|mr|mrs|ms|fr|prof|rev|αγ|δρ)\.)`
const DOT = '[.。．｡]'
const ENDS = String.raw`(?![\p{L}\d-])`

/** With a scheme, with www, with a path, or a word with the end of a site's address. */
const SITES = [
  String.raw`://|\bwww\.|[\p{L}\d]\.\p{L}{2,}/`,
  `${NO_TITLE}[\\p{L}\\d-]{2,}${DOT}(?:${SITE_ENDS})${ENDS}`,
].map((site) => new RegExp(site, 'iu'))
/** Two letters are a country or a surname: "evil.ru", but "Wei.Li". One letter is an initial: "A.Link". */
const SITES_BY_CASE = [
  `${NO_TITLE}[\\p{L}\\d-]{2,}${DOT}(?:[a-z]{2}|[A-Z]{2})${ENDS}`,
  `${NO_TITLE}[\\p{L}\\d]${DOT}(?:${SITE_ENDS})${ENDS}`,
].map((site) => new RegExp(site, 'u'))

/**
 * Whether a mail program would make a link of a part of this name. Names appear in our mails, so
 * strangers could send advertisements through us.
 */
export function namesSite(name: string): boolean {
  return [...SITES, ...SITES_BY_CASE].some((site) => site.test(name))
}
