import type { Dataset, Selector } from './contract.ts'

/*
 * On every page: the account link opens the login form in a dialog. The form comes from the login
 * page, where the link leads without script; that page redirects visitors who are logged in. Every
 * password field gets a button that shows the password.
 */

/** The link to the login page. */
export type LogInLink = { logIn: '' }
/** The login form: the label of the button that closes the dialog. */
export type LogInForm = { close: string }
/** A button that shows or hides a password: its other words and its other label. */
export type ShowButton = { text: string; label: string }

const link = document.querySelector<HTMLAnchorElement>(
  'header [data-log-in]' satisfies Selector<LogInLink>,
)
let dialog: HTMLDialogElement | undefined

/** Hides the password again before submission, or the browser would store it as plain text. */
function makeShowable(form: HTMLFormElement): void {
  for (const button of form.querySelectorAll<HTMLElement>('.password > button')) {
    const field = button.parentElement?.querySelector('input') as HTMLInputElement
    field.autocapitalize = 'none' // matters while it is plain text
    const turn = () => {
      field.type = field.type === 'text' ? 'password' : 'text'
      const { text, label } = button.dataset as Dataset<ShowButton>
      Object.assign(button.dataset, { text: button.textContent, label: button.ariaLabel })
      Object.assign(button, { textContent: text, ariaLabel: label })
    }
    button.hidden = false
    button.addEventListener('click', turn)
    form.addEventListener('submit', () => field.type === 'text' && turn())
  }
}

async function open({ href }: HTMLAnchorElement): Promise<HTMLDialogElement> {
  const response = await fetch(href)
  if (response.redirected || !response.ok) throw response
  // The policy of this page allows only its own style sheet, so the form's styles are added to that
  // one.
  const [before = '', css = '', after] = (await response.text()).split(/<\/?style>/)
  const page = new DOMParser().parseFromString(before + after, 'text/html')
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
  const form = page.getElementById('log-in') as HTMLFormElement
  const title = document.createElement('h2')
  title.id = 'log-in-title'
  title.textContent = page.querySelector('h1')!.textContent
  const close = document.createElement('button')
  close.textContent = '×'
  close.ariaLabel = (form.dataset as Dataset<LogInForm>).close
  const made = document.createElement('dialog')
  close.addEventListener('click', () => made.close())
  const head = document.createElement('div')
  head.append(title, close)
  made.className = 'log-in-dialog'
  made.setAttribute('aria-labelledby', title.id)
  made.append(head, form)
  document.body.append(made)
  makeShowable(form)
  return made
}

link?.addEventListener('click', async (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  try {
    dialog ??= await open(link)
    dialog.showModal()
  } catch {
    location.assign(link.href)
  }
})
for (const form of document.forms) makeShowable(form)
