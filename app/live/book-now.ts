import type { Dataset, Selector } from './contract.ts'
import type { Count } from './ticket-search.ts'

/*
 * Makes choosing on /book-now smoother, which works without this: a link or a search that leads to
 * this page again changes only what is different, the price follows the passengers, and the form is
 * sent once. Browsers without the Navigation API load pages.
 */

/** How an amount is written: its pattern, decimal and group marks, with | between them. */
export type Euros = { euros: string }
/** A category of passengers: the name of its field, and its fare in the price line. */
export type OfCategory = { of: string; fare?: number }
/** The button that adds to the cart: its words while the form is sent. */
export type Sending = { busy: string }

const EUROS = '[data-euros]' satisfies Selector<Euros>

/** The style sheet in the search band, and the script after it, stay where they are. */
const PARTS =
  '.search-band .wrap > :first-child, .search-band script + *, .booking, header [hreflang]'
const partsOf = (page: Document) => [...page.querySelectorAll(PARTS)]
const markupOf = ({ outerHTML }: Element) => outerHTML
/** The styles and scripts of a page: those of another release must not be mixed with ours. */
const releaseOf = (page: Document) =>
  [...page.querySelectorAll<HTMLScriptElement>('style, script')]
    .map(({ src, textContent }) => src + textContent)
    .join()

let sent = partsOf(document).map(markupOf)

async function show({ destination, signal }: NavigateEvent): Promise<void> {
  const busy = document.querySelector('.booking') as HTMLElement
  busy.ariaBusy = 'true'
  try {
    const response = await fetch(destination.url, { signal })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const isStrange = response.redirected || releaseOf(page) !== releaseOf(document)
    if (!response.ok || isStrange) throw response
    const fresh = partsOf(page)
    const markup = fresh.map(markupOf)
    for (const [place, part] of partsOf(document).entries()) {
      if (markup[place] !== sent[place]) part.replaceWith(fresh[place]!)
    }
    sent = markup
    document.title = page.title
    busy.ariaBusy = null
    document.getElementById(location.hash.slice(1))?.focus()
  } catch {
    // The address is that of the new page already, which then says what is wrong.
    if (!signal.aborted) location.reload()
    else if (!navigation.transition) busy.ariaBusy = null
  }
}

window.navigation?.addEventListener('navigate', (event) => {
  const { canIntercept, destination, downloadRequest, formData, hashChange, navigationType } = event
  const isOther = new URL(destination.url).pathname !== location.pathname
  const isBack = navigationType === 'traverse' && !destination.sameDocument
  const isLoad = navigationType === 'reload' || isBack
  if (!canIntercept || isOther || isLoad || hashChange || formData || downloadRequest) return
  event.intercept({ handler: () => show(event) })
})

/** As platform/money.ts writes an amount. */
function inEuros(cents: number): string {
  const { euros: written } = document.querySelector<HTMLElement>(EUROS)!.dataset as Dataset<Euros>
  const [pattern, decimal, group] = written.split('|') as [string, string, string]
  const [euros, rest] = (cents / 100).toFixed(2).split('.') as [string, string]
  return pattern.replace('#', euros.replaceAll(/\B(?=(\d{3})+$)/g, group) + decimal + rest)
}

function countOf(form: HTMLFormElement, name: string): number {
  const { value, max } = form.elements.namedItem(name) as HTMLInputElement
  return /^\d+$/.test(value) && Number(value) <= Number(max) ? Number(value) : 0
}

/** The prices and rules that depend on the number of passengers. */
function recount(form: HTMLFormElement | null): void {
  if (!form?.querySelector(EUROS)) return
  let total = 0
  const parts = '[data-of]' satisfies Selector<OfCategory>
  for (const part of form.querySelectorAll<HTMLElement>(parts)) {
    const { of: name, fare } = part.dataset as Dataset<OfCategory>
    const count = countOf(form, name)
    const price = Number(fare ?? 0) * count
    part.hidden = count === 0
    if (fare) (part.firstChild!.firstChild as Text).data = `${count} × `
    else part.parentElement!.hidden = !part.parentElement!.querySelector(':not([hidden])')
    if (Number(fare) > 0) part.lastChild!.textContent = inEuros(price)
    total += price
  }
  form.querySelector('output > *')!.textContent = inEuros(total)
  const counts = '[data-words]' satisfies Selector<Count>
  const words = [...form.querySelectorAll<HTMLInputElement>(counts)].flatMap((field) => {
    const count = countOf(form, field.name)
    const [one, many] = (field.dataset as Dataset<Count>).words.split('|')
    return count ? `${count}\u00A0${count === 1 ? one : many}` : []
  })
  form.querySelector('summary strong')!.textContent = words.join(', ') || '–'
}

addEventListener('input', ({ target }) => recount((target as HTMLInputElement).form))
addEventListener('submit', ({ target }) => {
  const selector = '[data-busy]' satisfies Selector<Sending>
  const button = (target as Element).querySelector<HTMLButtonElement>(selector)
  if (!button) return
  ;(button.lastChild as Text).data = (button.dataset as Dataset<Sending>).busy
  button.ariaBusy = 'true'
  button.disabled = true
})
/** A browser that navigates back restores the fields, or the whole page. */
addEventListener('pageshow', ({ persisted }) => {
  const isSent = '[data-busy]:disabled' satisfies Selector<Sending>
  if (persisted && document.querySelector(isSent)) location.reload()
  document.querySelectorAll<HTMLFormElement>('main form').forEach(recount)
})
