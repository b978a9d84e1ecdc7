/*
 * Makes the cart livelier, which works without this: the hold counts down and gives way at its end, a
 * mistyped email address is noticed, and the pay button is pressed once.
 */
const SOON_SECONDS = 300
/** The pause in typing after which the address is checked. */
const PAUSE_MILLISECONDS = 600
const ANSWER_MILLISECONDS = 10_000

const clock = document.querySelector('.hold-left [data-ends-at]')
const field = document.querySelector('.email input')
const doubt = document.querySelector('[data-domains]')
const question = doubt?.querySelector('template')

if (clock) countDown()
if (doubt) field.addEventListener('input', askSoon)

/** The page stays as it is at the end, but for what the hold allowed: no typed text is lost. */
function countDown() {
  const { endsAt, madeAt } = clock.dataset
  // This browser's clock may be wrong; the page was made when its first byte arrived.
  const [page] = performance.getEntriesByType('navigation')
  const arrived = performance.timeOrigin + (page?.responseStart ?? performance.now())
  const end = Number(endsAt) + arrived - madeAt
  const announcer = document.querySelector('#hold [aria-live=polite]')
  let before
  const timer = setInterval(tick, 1000)
  tick()

  function tick() {
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000))
    const passed = Object.keys(announcer.dataset).find((minutes) => left <= minutes * 60)
    // Only the end is announced on a page that begins with it.
    if (before > passed * 60 || left === 0) announcer.textContent = announcer.dataset[passed]
    before = left
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
    clock.parentNode.hidden = false
    if (left <= SOON_SECONDS) clock.closest('[data-tone]').dataset.tone = 'warning'
    if (left > 0) return
    clearInterval(timer)
    for (const { previousElementSibling, content } of document.querySelectorAll('[data-at-end]')) {
      previousElementSibling.replaceWith(content)
    }
  }
}

let pause

/** Not on blur: a message that appears then would move the button under the pointer. */
function askSoon() {
  clearTimeout(pause)
  pause = setTimeout(askAgain, PAUSE_MILLISECONDS)
}

function askAgain() {
  const typed = field.value.trim()
  const meant = guess(typed)
  const shown = doubt.querySelector('[data-meant]')?.dataset.meant
  if (meant !== shown) doubt.replaceChildren(...(meant ? [ask(meant)] : []))
  if (meant) doubt.querySelector('[name=email-asked]').value = typed
}

/** As guessEmail of modules/orders/order/contact.ts. */
function guess(email) {
  if (!new RegExp(doubt.dataset.pattern, 'u').test(email)) return undefined
  const [name, domain] = email.split('@')
  const typed = domain.toLowerCase()
  const common = doubt.dataset.domains.split(' ')
  const meant = !common.includes(typed) && common.find((one) => isOneSlipFrom(typed, one))
  return meant ? `${name}@${meant}` : undefined
}

/** One letter added, missing or replaced, or two neighbours swapped. */
function isOneSlipFrom(typed, meant) {
  let start = 0
  while (typed[start] === meant[start]) start++
  const [is, should] = [typed.slice(start), meant.slice(start)]
  const isSwapped = is[0] === should[1] && is[1] === should[0] && is.slice(2) === should.slice(2)
  return (
    isSwapped || is.slice(1) === should.slice(1) || is.slice(1) === should || is === should.slice(1)
  )
}

/** The question of the template, about this address. */
function ask(meant) {
  const asked = question.content.cloneNode(true)
  for (const words of asked.querySelectorAll('strong, button')) {
    words.textContent = words.textContent.replace('#', () => meant)
  }
  asked.querySelector('[data-meant]').dataset.meant = meant
  return asked
}

addEventListener('click', (event) => {
  const taken = event.target.closest('[data-meant]')
  if (taken) {
    event.preventDefault()
    field.value = taken.dataset.meant
    field.focus()
    doubt.replaceChildren()
  }
  const pay = event.target.closest('#pay')
  if (pay) setTimeout(showBusy, 0, pay)
})

/** A button that is disabled during the click would not submit its own name. */
function showBusy(button) {
  const label = button.textContent
  const setBusy = (isBusy) => {
    button.textContent = isBusy ? button.dataset.busy : label
    button.ariaBusy = isBusy ? 'true' : null
    button.disabled = isBusy
  }
  setBusy(true)
  setTimeout(setBusy, ANSWER_MILLISECONDS, false)
}

/** A browser may restore the page as it was; a cart must show its current state. */
addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
