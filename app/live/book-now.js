/*
 * Makes choosing on /book-now smoother, which works without this: a link or a search that leads to
 * this page again changes only what is different, the price follows the passengers, and the form is
 * sent once. Browsers without the Navigation API load pages. Sent unminified, so it is kept small.
 */
/** The style sheet in the search band, and the script after it, stay where they are. */
const PARTS =
  '.search-band .wrap > :first-child, .search-band script + *, .booking, header [hreflang]'
const partsOf = (page) => [...page.querySelectorAll(PARTS)]
const markupOf = ({ outerHTML }) => outerHTML
/** The styles and scripts of a page: those of another release must not be mixed with ours. */
const releaseOf = (page) =>
  [...page.querySelectorAll('style, script')]
    .map(({ src, textContent }) => src + textContent)
    .join()

let sent = partsOf(document).map(markupOf)

async function show({ destination, signal }) {
  const busy = document.querySelector('.booking')
  busy.ariaBusy = true
  try {
    const response = await fetch(destination.url, { signal })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const isStrange = response.redirected || releaseOf(page) !== releaseOf(document)
    if (!response.ok || isStrange) throw response
    const fresh = partsOf(page)
    const markup = fresh.map(markupOf)
    for (const [place, part] of partsOf(document).entries()) {
      if (markup[place] !== sent[place]) part.replaceWith(fresh[place])
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
  const { canIntercept, destination, downloadRequest, formData, hashChange } = event
  const isOther = new URL(destination.url).pathname !== location.pathname
  const isLoad = { reload: true, traverse: !destination.sameDocument }[event.navigationType]
  if (!canIntercept || isOther || isLoad || hashChange || formData || downloadRequest) return
  event.intercept({ handler: () => show(event) })
})

/** As platform/money.ts writes an amount. */
function inEuros(cents) {
  const [pattern, decimal, group] = document.querySelector('[data-euros]').dataset.euros.split('|')
  const [euros, rest] = (cents / 100).toFixed(2).split('.')
  return pattern.replace('#', euros.replaceAll(/\B(?=(\d{3})+$)/g, group) + decimal + rest)
}

function countOf(form, name) {
  const { value, max } = form.elements[name]
  return /^\d+$/.test(value) && Number(value) <= max ? Number(value) : 0
}

/** The prices and rules that depend on the number of passengers. */
function recount(form) {
  if (!form?.querySelector('[data-euros]')) return
  let total = 0
  for (const part of form.querySelectorAll('[data-of]')) {
    const count = countOf(form, part.dataset.of)
    const { fare } = part.dataset
    part.hidden = count === 0
    if (!fare) part.parentNode.hidden = !part.parentNode.querySelector(':not([hidden])')
    else part.firstChild.firstChild.data = `${count} × `
    if (fare > 0) part.lastChild.textContent = inEuros(fare * count)
    total += (fare ?? 0) * count
  }
  form.querySelector('output > *').textContent = inEuros(total)
  const words = [...form.querySelectorAll('[data-words]')].flatMap(({ name, dataset }) => {
    const count = countOf(form, name)
    return count ? `${count}\u00A0${dataset.words.split('|')[count === 1 ? 0 : 1]}` : []
  })
  form.querySelector('summary strong').textContent = words.join(', ') || '–'
}

addEventListener('input', ({ target }) => recount(target.form))
addEventListener('submit', ({ target }) => {
  const button = target.querySelector('[data-busy]')
  if (!button) return
  button.lastChild.data = button.dataset.busy
  button.ariaBusy = true
  button.disabled = true
})
/** A browser that navigates back restores the fields, or the whole page. */
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && document.querySelector('[data-busy]:disabled')) location.reload()
  document.querySelectorAll('main form').forEach(recount)
})
