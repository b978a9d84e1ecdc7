import type { Page } from 'playwright-core'

import { unfold } from './look.ts'

const FORMS = 'main form[method=post]'

/**
 * Submits each form of the current page empty, and yields its name once it is returned. Skips forms
 * without text fields, whose buttons act at once, and forms with fields that are `known` from
 * another state of the page.
 */
export async function* emptyForms(
  page: Page,
  address: string,
  known = new Set<string>(),
): AsyncGenerator<number> {
  const count = await page.locator(FORMS).count()
  const forms = await Promise.all(
    Array.from({ length: count }, (_, place) => listFields(page, place)),
  )
  let isFresh = true
  for (const [place, fields] of forms.entries()) {
    if (fields === '' || known.has(fields)) continue
    known.add(fields)
    if (!isFresh) await page.goto(address)
    isFresh = false
    await unfold(page)
    await Promise.all([
      page.waitForResponse((answer) => answer.request().method() === 'POST'),
      sendEmpty(page, place),
    ])
    await page.locator('main .error, main .error-summary').first().waitFor()
    await unfold(page)
    yield place
  }
}

/** The names of the text fields. */
function listFields(page: Page, place: number): Promise<string> {
  const typed = 'textarea, input:not([type=hidden], [type=checkbox], [type=radio], [type=submit])'
  const form = page.locator(FORMS).nth(place)
  return form.evaluate((element, selector) => {
    const fields = [...element.querySelectorAll<HTMLInputElement>(selector)]
    const seen = fields.filter((field) => !field.closest('[aria-hidden=true]'))
    return seen.map(({ name }) => name).join(' ')
  }, typed)
}

function sendEmpty(page: Page, place: number): Promise<void> {
  const form = page.locator(FORMS).nth(place)
  return form.evaluate((element) => {
    const sent = element as HTMLFormElement
    for (const field of sent.querySelectorAll<HTMLInputElement>('input, textarea')) {
      const isTyped = !['hidden', 'checkbox', 'radio', 'submit'].includes(field.type)
      if (isTyped) field.value = ''
    }
    sent.noValidate = true
    sent.requestSubmit(sent.querySelector<HTMLElement>('button:not([type=button])'))
  })
}
