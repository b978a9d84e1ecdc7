import { mailWords } from '#modules/mail/words/words.ts'
import { company } from '#operator'
import { html, type Html } from '#platform/html.ts'
import type { Locale } from '#platform/locale.ts'

/** The content of a mail, without its recipient. */
export type MailText = { subject: string; text: string; html: string }

/** A part of a letter, in both forms. */
export type Part = { html: Html; text: string }

type Letter = {
  locale: Locale
  subject: string
  title: string
  /** Shown after the subject in a list of mails. */
  preview: string
  /** The content, in order; missing and empty parts are left out. */
  parts: readonly (Part | null | false)[]
  /** The reason for the mail, if it is not an order. */
  why?: string
  demonstration: boolean
}

/*
 * Mail clients support tables and inline styles. Those with a dark scheme read the style sheet; no
 * external resource is loaded, so opening a mail cannot be tracked.
 */
const DARK = `@media (prefers-color-scheme: dark) {
  .ground { background: #07171c !important }
  .sheet { background: #0e242b !important; color: #e8f2f1 !important }
  .ride { background: #0d333d !important }
  .soft { color: #9db7bb !important }
  .button { background: #27b9d3 !important; color: #052a33 !important }
  .quiet { border-color: #27b9d3 !important; color: #8fe0ef !important }
  .notice { background: #3a2a0c !important; color: #f2c069 !important }
}
@media (max-width: 480px) {
  .inner { padding: 20px !important }
  .departs { font-size: 32px !important }
}`

const FONT = "font-family:Commissioner,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const WIDTH = 600

export const BRAND = { name: 'button', colors: 'background:#063b47;color:#ffffff' }
export const ACTION = { name: 'action', colors: 'background:#f5923e;color:#2b1500' }
/** Beside a main action, for a less common one. */
export const QUIET = { name: 'quiet', colors: 'border:2px solid #063b47;color:#063b47' }
export const SOFT = 'color:#456069'

/** One column on a sheet, with our name above and our contact below, in both forms of a mail. */
export function writeLetter(letter: Letter): MailText {
  const { locale, subject, title, preview, demonstration } = letter
  const parts = letter.parts.filter((part): part is Part => Boolean(part && part.text))
  const words = mailWords(locale)
  const head = demonstration ? [title, words.demonstration] : [title]
  const footer = footLines(locale, letter.why ?? words.why())
  const foot = ['-- ', ...footer].join('\n')
  const said = parts.map((part) => part.text)
  const text = [...head, ...said, foot].join('\n\n')
  const page = html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${subject}</title>
        <style>
          ${styleSheet()}
        </style>
      </head>
      <body class="ground" style="margin:0;padding:0;background:#f3ecdf">
        <div style="display:none;max-height:0;overflow:hidden">${preview}</div>
        <table
          role="presentation"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          class="ground"
          style="background:#f3ecdf"
        >
          <tr>
            <td align="center" style="padding:16px 8px">
              <table
                role="presentation"
                width="${WIDTH}"
                cellpadding="0"
                cellspacing="0"
                style="width:100%;max-width:${WIDTH}px;${FONT};font-size:16px;line-height:1.5"
              >
                <tr>
                  <td
                    style="background:#063b47;color:#f5fbfb;padding:18px 28px;border-bottom:4px solid #25bdd6;border-radius:14px 14px 0 0;font-size:19px;font-weight:700"
                  >
                    ${company().name}
                  </td>
                </tr>
                ${demonstration && notice(words.demonstration)}
                <tr>
                  <td
                    class="sheet inner"
                    style="background:#ffffff;color:#0a2a33;padding:28px;border-radius:0 0 14px 14px"
                  >
                    <h1 style="margin:0 0 12px;font-size:26px;line-height:1.2">${title}</h1>
                    ${parts.map((part) => part.html)}
                  </td>
                </tr>
                <tr>
                  <td class="soft" style="${SOFT};padding:20px 28px;font-size:13px;line-height:1.6">
                    ${footer.map((line) => html`${line.replaceAll('–', '\u2060–\u2060')}<br />`)}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `
  return { subject, text: `${text}\n`, html: page.markup }
}

/** A link to the next step; ACTION is the colour of the main action of a mail. */
export function button(url: string, text: string, style = BRAND): Html {
  return html`<p style="margin:0 0 16px">
    <a
      href="${url}"
      class="${style.name}"
      style="display:inline-block;${style.colors};border-radius:8px;padding:12px 22px;font-weight:700;text-decoration:none"
      >${text}</a
    >
  </p>`
}

function notice(text: string): Html {
  return html`<tr>
    <td
      class="notice"
      style="background:#fdf0d5;color:#6b4100;padding:10px 28px;font-size:14px;font-weight:700"
    >
      ${text}
    </td>
  </tr>`
}

function footLines(locale: Locale, why: string): string[] {
  const words = mailWords(locale)
  const { phone, hours, legalName, address, email } = company()
  return [
    `${legalName}, ${address[locale]}`,
    `${words.phone}: ${phone} (${words.hours(hours.from, hours.until)}) · ${email}`,
    why,
  ]
}

/** Safe as raw markup, since it contains no text of a visitor. */
function styleSheet(): Html {
  return Object.assign(html``, { markup: DARK })
}
