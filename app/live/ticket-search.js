/*
 * Enhances the search, which works without this: buttons count, the summary of the closed party
 * fields is updated, the departure boards of the page pass the party on, a return trip asks for its
 * date at once, and empty fields stay out of the address. Sent unminified, so it is kept small.
 */
const counts = (form) => [...form.querySelectorAll('[data-words]')]
const countOf = ({ type, checked, value }) => (type === 'checkbox' && !checked ? 0 : Number(value))

const isEmpty = ([name, value]) => value === '' || (value === '0' && name !== 'adults')

function inWords(field) {
  const count = countOf(field)
  const [one, many] = field.dataset.words.split('|')
  return count > 0 ? [`${count}\u00A0${count === 1 ? one : many}`] : []
}

function tell(form) {
  const party = form?.querySelector('[data-party]')
  if (!party) return
  party.textContent = counts(form).flatMap(inWords).join(', ') || '–'
  const { trip, date, 'return-date': back } = form.elements
  back.required = trip.value === 'return'
  // Setting it again would disturb a visitor who is typing a date.
  if (back.min !== date.value) back.min = date.value
  for (const link of document.querySelectorAll('.boards a')) {
    const { searchParams, search } = new URL(link.href)
    for (const field of counts(form)) {
      if (countOf(field) > 0) searchParams.set(field.name, countOf(field))
      else searchParams.delete(field.name)
    }
    if (`?${searchParams}` !== search) link.search = searchParams
  }
}

addEventListener('click', ({ target }) => {
  const button = target.closest('[data-step]')
  if (!button) return
  const field = button.parentNode.querySelector('input')
  field.stepUp(Number(button.dataset.step))
  field.dispatchEvent(new Event('input', { bubbles: true }))
})
addEventListener('input', ({ target }) => tell(target.form))
/** A browser that navigates back restores the fields. */
addEventListener('pageshow', () => tell(document.querySelector('.ticket-search')))
addEventListener('formdata', ({ target, formData }) => {
  if (target.method !== 'get') return
  for (const [name] of [...formData].filter(isEmpty)) formData.delete(name)
})
