/** The same sentences in another language, whatever they say. */
export type Worded<Sentences> = {
  [Name in keyof Sentences]: Sentences[Name] extends string
    ? string
    : Sentences[Name] extends readonly string[]
      ? readonly string[]
      : Sentences[Name] extends (...facts: infer Facts) => infer Said
        ? (...facts: Facts) => Said extends string ? string : Said
        : Worded<Sentences[Name]>
}
