import type { Dataset, Selector } from './contract.ts'

/*
 * Enhances the search, which works without this: buttons count, the summary of the closed party
 * fields is updated, the departure boards of the page pass the party on, a return trip asks for its
 * date at once, and empty fields stay out of the address.
 */

/** A field that counts passengers: its words for one and for more, with | between them. */
export type Count = { words: string }
/** The summary of the party. */
export type Party = { party: '' }
/** A button that counts up or down. */
export type Step = { step: 1 | -1 }

type Fields = HTMLFormControlsCollection & Record<'date' | 'return-date', HTMLInputElement>

const counts = (form: ParentNode) => [
  ...form.querySelectorAll<HTMLInputElement>('[data-words]' satisfies Selector<Count>),
]
const countOf = ({ type, checked, value }: HTMLInputElement) =>
  type === 'checkbox' && !checked ? 0 : Number(value)

const isEmpty = ([name, value]: [string, FormDataEntryValue]) =>
  value === '' || (value === '0' && name !== 'adults')

function inWords(field: HTMLInputElement): string[] {
  const count = countOf(field)
  const [one, many] = (field.dataset as Dataset<Count>).words.split('|')
  return count > 0 ? [`${count}\u00A0${count === 1 ? one : many}`] : []
}

function tell(form: HTMLFormElement | null | undefined): void {
  const party = form?.querySelector('[data-party]' satisfies Selector<Party>)
  if (!form || !party) return
  party.textContent = counts(form).flatMap(inWords).join(', ') || '–'
  const { date, 'return-date': back } = form.elements as Fields
  const trip = form.elements.namedItem('trip') as RadioNodeList
  back.required = trip.value === 'return'
  // Setting it again would disturb a visitor who is typing a date.
  if (back.min !== date.value) back.min = date.value
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.boards a')) {
    const { searchParams, search } = new URL(link.href)
    for (const field of counts(form)) {
      if (countOf(field) > 0) searchParams.set(field.name, `${countOf(field)}`)
      else searchParams.delete(field.name)
    }
    if (`?${searchParams}` !== search) link.search = `${searchParams}`
  }
}

addEventListener('click', ({ target }) => {
  const selector = '[data-step]' satisfies Selector<Step>
  const button = (target as Element).closest<HTMLElement>(selector)
  const field = button?.parentElement?.querySelector('input')
  if (!button || !field) return
  field.stepUp(Number((button.dataset as Dataset<Step>).step))
  field.dispatchEvent(new Event('input', { bubbles: true }))
})
addEventListener('input', ({ target }) => tell((target as HTMLInputElement).form))
/** A browser that navigates back restores the fields. */
addEventListener('pageshow', () => tell(document.querySelector<HTMLFormElement>('.ticket-search')))
addEventListener('formdata', ({ target, formData }) => {
  if ((target as HTMLFormElement).method !== 'get') return
  for (const [name] of [...formData].filter(isEmpty)) formData.delete(name)
})
