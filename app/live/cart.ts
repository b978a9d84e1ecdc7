import type { Dataset, Selector } from './contract.ts'

/*
 * Makes the cart livelier, which works without this: the hold counts down and gives way at its end, a
 * mistyped email address is noticed, and the pay button is pressed once.
 */

/** The end of the hold, and when the page was made, in milliseconds since 1970. */
export type Clock = { endsAt: number; madeAt: number }
/** The announcements, by the number of minutes left. */
export type Announced = { [minutes: number]: string }
/** A template that replaces the element before it when the hold ends. */
export type AtEnd = { atEnd: '' }
/** Where a mistyped address is asked about: the usual domains, and the pattern of an address. */
export type Doubt = { domains: string; pattern: string }
/** The button that takes the address which was probably meant. */
export type Meant = { meant: string }
/** The pay button: its words once it is pressed. */
export type Busy = { busy: string }

const SOON_SECONDS = 300
/** The pause in typing after which the address is checked. */
const PAUSE_MILLISECONDS = 600
const ANSWER_MILLISECONDS = 10_000
const MEANT = '[data-meant]' satisfies Selector<Meant>

const clock = document.querySelector<HTMLElement>(
  '.hold-left [data-ends-at]' satisfies Selector<Clock>,
)
const field = document.querySelector('.email input') as HTMLInputElement
const doubt = document.querySelector<HTMLElement>('[data-domains]' satisfies Selector<Doubt>)

if (clock) countDown(clock)
if (doubt) askWhileTyping(doubt)

/** The page stays as it is at the end, but for what the hold allowed: no typed text is lost. */
function countDown(place: HTMLElement): void {
  const { endsAt, madeAt } = place.dataset as Dataset<Clock>
  // This browser's clock may be wrong; the page was made when its first byte arrived.
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const arrived = performance.timeOrigin + (page?.responseStart ?? performance.now())
  const end = Number(endsAt) + arrived - Number(madeAt)
  const announcer = document.querySelector('#hold [aria-live=polite]') as HTMLElement
  const announced = announcer.dataset as Dataset<Announced>
  let before: number | undefined
  const timer = setInterval(tick, 1000)
  tick()

  function tick(): void {
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000))
    const passed = Object.keys(announced)
      .map(Number)
      .find((minutes) => left <= minutes * 60)
    // Only the end is announced on a page that begins with it.
    if (before! > passed! * 60 || left === 0) announcer.textContent = announced[passed!]!
    before = left
    place.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
    place.parentElement!.hidden = false
    if (left <= SOON_SECONDS) place.closest<HTMLElement>('[data-tone]')!.dataset.tone = 'warning'
    if (left > 0) return
    clearInterval(timer)
    const atEnd = '[data-at-end]' satisfies Selector<AtEnd>
    for (const one of document.querySelectorAll<HTMLTemplateElement>(atEnd)) {
      one.previousElementSibling!.replaceWith(one.content)
    }
  }
}

/** Not on blur: a message that appears then would move the button under the pointer. */
function askWhileTyping(place: HTMLElement): void {
  const question = place.querySelector('template') as HTMLTemplateElement
  let pause: number | undefined
  field.addEventListener('input', () => {
    clearTimeout(pause)
    pause = window.setTimeout(askAgain, PAUSE_MILLISECONDS)
  })

  function askAgain(): void {
    const typed = field.value.trim()
    const meant = guess(typed, place.dataset as Dataset<Doubt>)
    const shown = place.querySelector<HTMLElement>(MEANT)?.dataset.meant
    if (meant !== shown) place.replaceChildren(...(meant ? [ask(meant, question)] : []))
    if (meant) place.querySelector<HTMLInputElement>('[name=email-asked]')!.value = typed
  }
}

/** As guessEmail of modules/orders/order/contact.ts. */
function guess(email: string, { pattern, domains }: Dataset<Doubt>): string | undefined {
  if (!new RegExp(pattern, 'u').test(email)) return undefined
  const [name, domain = ''] = email.split('@')
  const typed = domain.toLowerCase()
  const common = domains.split(' ')
  const meant = !common.includes(typed) && common.find((one) => isOneSlipFrom(typed, one))
  return meant ? `${name}@${meant}` : undefined
}

/** One letter added, missing or replaced, or two neighbours swapped. */
function isOneSlipFrom(typed: string, meant: string): boolean {
  let start = 0
  while (typed[start] === meant[start]) start++
  const [is, should] = [typed.slice(start), meant.slice(start)]
  const isSwapped = is[0] === should[1] && is[1] === should[0] && is.slice(2) === should.slice(2)
  return (
    isSwapped || is.slice(1) === should.slice(1) || is.slice(1) === should || is === should.slice(1)
  )
}

/** The question of the template, about this address. */
function ask(meant: string, { content }: HTMLTemplateElement): Node {
  const asked = content.cloneNode(true) as DocumentFragment
  for (const words of asked.querySelectorAll('strong, button')) {
    words.textContent = words.textContent.replace('#', () => meant)
  }
  asked.querySelector<HTMLElement>(MEANT)!.dataset.meant = meant
  return asked
}

addEventListener('click', (event) => {
  const target = event.target as Element
  const taken = target.closest<HTMLElement>(MEANT)
  if (taken) {
    event.preventDefault()
    field.value = (taken.dataset as Dataset<Meant>).meant
    field.focus()
    doubt!.replaceChildren()
  }
  const pay = target.closest<HTMLButtonElement>('#pay')
  if (pay) setTimeout(showBusy, 0, pay)
})

/** A button that is disabled during the click would not submit its own name. */
function showBusy(button: HTMLButtonElement): void {
  const label = button.textContent
  const setBusy = (isBusy: boolean) => {
    button.textContent = isBusy ? (button.dataset as Dataset<Busy>).busy : label
    button.ariaBusy = isBusy ? 'true' : null
    button.disabled = isBusy
  }
  setBusy(true)
  setTimeout(setBusy, ANSWER_MILLISECONDS, false)
}

/** A browser may restore the page as it was; a cart must show its current state. */
addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
