const NAMES = 'a|abbr|b|button|code|em|i|img|label|mark|output|s|small|span|strong|time'
/** Tags of elements that stand in the line of text around them, and icons, with no text in between. */
const TAGS = new RegExp(
  String.raw`(?<=[\p{L}\p{N}.%€)])(?:<!-- -->)?(?:</(?:${NAMES})>)*(?:<(?:${NAMES})(?=[ >])[^>]*>|</(?:${NAMES})>|<svg [^>]*>(?:<(?!/svg)[^>]*>)*</svg>)+(?=[\p{L}\p{N}€+(])`,
  'gu',
)
const ENDS = /^(?:<!-- -->)?(?:<\/[a-z]+>)*/

/**
 * The page with a space where only a style sheet keeps two words apart, as in a row of times and prices: a
 * text browser reads "00:3040 min" without it, and so does whoever copies the row. Rows and grids drop
 * such a space, so that nothing looks different.
 */
export function withWordGaps(html: string, gap = ' '): string {
  return html.replaceAll(TAGS, (tags) => tags.replace(ENDS, (ends) => ends + gap))
}
