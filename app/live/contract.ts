/*
 * A script of this folder makes a page livelier that works without it. One file is one behaviour: it
 * imports no other and exports nothing but the types of its `data-` attributes, by which the page tells
 * it words, addresses and numbers. The page writes them with `attributes<Clock>({ endsAt })`; the script
 * reads them as `element.dataset as Dataset<Clock>` and looks for them by a `Selector<Clock>`. So a name
 * that one of the two does not know is a mistake of types, and the browser loads nothing for that.
 *
 *   import script from '#app/live/cart.ts?worker&url'
 *   <script src={script} type="module" />
 */

type Kebab<Word> = Word extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Kebab<Rest>}`
  : ''

type Name<Names> = `data-${Kebab<`${keyof Names & (string | number)}`>}`

/** The attributes as a script reads them: the browser keeps each value as text. */
export type Dataset<Names> = { -readonly [Key in keyof Names]: string }

/** A selector of elements that carry one of the attributes: `[data-ends-at]`. */
export type Selector<Names> = `${string}[${Name<Names>}]${string}`

/** The attributes of an element for a script: `endsAt` becomes `data-ends-at`. */
export function attributes<Names extends object = never>(
  values: NoInfer<Names>,
): Record<Name<Names>, string | number | undefined> {
  const entries = Object.entries(values).map(([name, value]) => [
    `data-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    value,
  ])
  return Object.fromEntries(entries) as Record<Name<Names>, string | number | undefined>
}
