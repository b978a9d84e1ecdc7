import { HtmlValidate } from 'html-validate'

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // React's spelling, which browsers accept as well.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'void-style': 'off',
    'no-trailing-whitespace': 'off',
    'valid-id': ['error', { relaxed: true }],
    // Matters of taste: the omitted attributes have well-known defaults.
    'no-implicit-button-type': 'off',
    'no-implicit-input-type': 'off',
    'tel-non-breaking': 'off',
    'long-title': 'off', // a title names the route or the email, and the site
  },
})

/** Violations of the HTML standard in a page as sent. */
export async function findMistakes(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  const messages = results.flatMap((result) => result.messages)
  return messages.map(
    ({ ruleId, message, line, column }) => `${ruleId} ${line}:${column} ${message}`,
  )
}
