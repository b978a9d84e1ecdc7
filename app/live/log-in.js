/*
 * On every page: the account link opens the login form in a dialog. The form comes from the login
 * page, where the link leads without script; that page redirects visitors who are logged in. Every
 * password field gets a button that shows the password.
 */
const link = document.querySelector('header [data-log-in]')
let dialog

/** Hides the password again before submission, or the browser would store it as plain text. */
function makeShowable(form) {
  for (const button of form.querySelectorAll('.password > button')) {
    const field = button.parentElement.querySelector('input')
    field.autocapitalize = 'none' // matters while it is plain text
    const turn = () => {
      field.type = field.type === 'text' ? 'password' : 'text'
      const { text, label } = button.dataset
      Object.assign(button.dataset, { text: button.textContent, label: button.ariaLabel })
      Object.assign(button, { textContent: text, ariaLabel: label })
    }
    button.hidden = false
    button.addEventListener('click', turn)
    form.addEventListener('submit', () => field.type === 'text' && turn())
  }
}

async function open() {
  const response = await fetch(link.href)
  if (response.redirected || !response.ok) throw response
  // The policy of this page allows only its own style sheet, so the form's styles are added to that
  // one.
  const [before, css, after] = (await response.text()).split(/<\/?style>/)
  const page = new DOMParser().parseFromString(before + after, 'text/html')
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
  const form = page.getElementById('log-in')
  const title = document.createElement('h2')
  title.id = 'log-in-title'
  title.textContent = page.querySelector('h1').textContent
  const close = document.createElement('button')
  close.textContent = '×'
  close.ariaLabel = form.dataset.close
  close.addEventListener('click', () => dialog.close())
  const head = document.createElement('div')
  head.append(title, close)
  dialog = document.createElement('dialog')
  dialog.className = 'log-in-dialog'
  dialog.setAttribute('aria-labelledby', title.id)
  dialog.append(head, form)
  document.body.append(dialog)
  makeShowable(form)
}

link?.addEventListener('click', async (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  try {
    if (!dialog) await open()
    dialog.showModal()
  } catch {
    location.assign(link.href)
  }
})
for (const form of document.forms) makeShowable(form)
