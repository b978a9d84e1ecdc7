import { html, type Html } from '#platform/html.ts'
import { oneLine } from '#platform/text/lines.ts'

import { button, type Part, SOFT } from './letter.ts'

/** A paragraph of sentences. */
export function say(...sentences: readonly (string | null | false)[]): Part {
  const text = sentences.filter(Boolean).join(' ')
  return { html: paragraph(withNumbersWhole(text)), text }
}

function paragraph(text: Html): Html {
  return html`<p style="margin:0 0 14px">${text}</p>`
}

/** Keeps a number like R-000042 on one line. */
function withNumbersWhole(text: string): Html {
  const parts = text.split(/\b([CRW]-[\dA-Z]{6,})\b/)
  return html`${parts.map((part, index) => (index % 2 ? whole(part) : html`${part}`))}`
}

function whole(number: string): Html {
  return html`<span style="white-space:nowrap">${number}</span>`
}

/** A paragraph that begins with a few words in bold. */
export function point(words: string, rest: string): Part {
  return { html: paragraph(html`<strong>${words}</strong> ${rest}`), text: `${words} ${rest}` }
}

/** A link to the next step; in plain text the address follows below its label. */
export function lead(url: string, label: string, style?: Parameters<typeof button>[2]): Part {
  return { html: button(url, label, style), text: `${label}:\n${url}` }
}

/** A link to read, not to act on. */
export function link(url: string, label: string): Part {
  return { html: paragraph(html`<a href="${url}">${label}</a>`), text: `${label}:\n${url}` }
}

export function heading(text: string): Part {
  return {
    html: html`<h2 style="margin:22px 0 8px;font-size:18px;line-height:1.3">${text}</h2>`,
    text,
  }
}

export function list(lines: readonly string[]): Part {
  return {
    html: html`<ul style="margin:0 0 16px;padding:0 0 0 22px">
      ${lines.map((line) => html`<li style="margin:0 0 4px">${line}</li>`)}
    </ul>`,
    text: lines.map((line) => `- ${line}`).join('\n'),
  }
}

/** A number in large type, to be read out. */
export function bigNumber(label: string, value: string): Part {
  return {
    html: html`<p style="margin:0 0 20px">
      <span class="soft" style="${SOFT}">${label}</span><br /><strong
        style="font-size:22px;letter-spacing:1px;white-space:nowrap"
        >${value}</strong
      >
    </p>`,
    text: `${label}: ${value}`,
  }
}

export type Amount = { label: string; amount: string }

/** Amounts as a small table; the last line is the total. */
export function amounts(rows: readonly Amount[]): Part {
  return {
    html: html`<table
      role="presentation"
      width="100%"
      cellpadding="0"
      cellspacing="0"
      style="margin:0 0 16px"
    >
      ${rows.map(({ label, amount }, index) => {
        const weight = index === rows.length - 1 ? 'font-size:18px;font-weight:700' : ''
        return html`<tr>
          <td valign="top" style="padding:3px 12px 3px 0;${weight}">${label}</td>
          <td valign="top" align="right" style="padding:3px 0;white-space:nowrap;${weight}">
            ${amount}
          </td>
        </tr>`
      })}
    </table>`,
    text: rows.map(({ label, amount }) => `${label}: ${amount}`).join('\n'),
  }
}

/** A small label, its value, and further lines. */
export function labelled(label: string, value: string, more: readonly string[]): Html {
  return html`<p style="margin:0 0 12px">
    <span class="soft" style="${SOFT};font-size:14px">${label}</span><br /><strong
      ><bdi>${oneLine(value)}</bdi></strong
    >${more.map((line) => html`<br />${line}`)}
  </p>`
}
