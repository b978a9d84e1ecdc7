/** The same sentences, whatever they say. */
export type Worded<Sentences> = {
  [Name in keyof Sentences]: Sentences[Name] extends string
    ? string
    : Sentences[Name] extends (...facts: infer Facts) => string
      ? (...facts: Facts) => string
      : Worded<Sentences[Name]>
}
