import { HtmlValidate } from 'html-validate'

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // How React writes, and what browsers take as well.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'void-style': 'off',
    'no-trailing-whitespace': 'off',
    'valid-id': ['error', { relaxed: true }],
    // Matters of taste: what is left out has a value that everybody knows.
    'no-implicit-button-type': 'off',
    'no-implicit-input-type': 'off',
    'tel-non-breaking': 'off',
    'long-title': 'off', // it names the route or the mail, and where one is
  },
})

/** Where a page breaks the rules of HTML, as it was sent. */
export async function findMistakes(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  const messages = results.flatMap((result) => result.messages)
  return messages.map(
    ({ ruleId, message, line, column }) => `${ruleId} ${line}:${column} ${message}`,
  )
}
