/** A sentence for each code, made of the facts that belong to it. */
export type Sentences<Facts extends { code: string }> = {
  readonly [Code in Facts['code']]: (facts: Extract<Facts, { code: Code }>) => string
}

export function say<Facts extends { code: string }>(
  sentences: Sentences<Facts>,
  facts: Facts,
): string {
  const sentence = sentences[facts.code as Facts['code']] as (facts: Facts) => string
  return sentence(facts)
}
