/**
 * The only script; every page works without it. It counts the time down by the browser's stopwatch
 * (its clock may be wrong), groups the card number in fours, and fills in a test card.
 */
export const SCRIPT = `
const clock = document.querySelector('[data-seconds]')
if (clock) {
  const status = document.querySelector('[data-status]')
  const end = performance.now() + clock.dataset.seconds * 1000
  let said = clock.dataset.seconds < 120
  const show = () => {
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000))
    clock.querySelector('b').textContent = Math.floor(left / 60) + ':' + String(left % 60).padStart(2, '0')
    if (left <= 120 && !said) { said = true; status.textContent = status.dataset.soon }
    if (left === 0) { status.textContent = status.dataset.over; clearInterval(ticking) }
  }
  const ticking = setInterval(show, 500)
  clock.hidden = false
  show()
}
const field = (name) => document.querySelector('input[name=' + name + ']')
const inFours = (text) => text.replace(/[^0-9]/g, '').replace(/([0-9]{4})(?=[0-9])/g, '$1 ')
field('number')?.addEventListener('change', (event) => { event.target.value = inFours(event.target.value) })
for (const button of document.querySelectorAll('[data-card]')) {
  button.hidden = false
  button.addEventListener('click', () => {
    const typed = { number: button.dataset.card, expiry: button.dataset.expiry, cvc: '123', name: 'Test Traveller' }
    for (const name in typed) field(name).value = typed[name]
    document.querySelector('button.main').focus()
  })
}
`
