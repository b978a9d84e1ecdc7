import type { SentMessageInfo } from 'nodemailer'

import { company } from '#operator'
import { env } from '#platform/settings/env.server.ts'

import { keepInMailbox } from './mailbox.server.ts'

export type MailAttachment = {
  fileName: string
  contentType: string
  content: Uint8Array | string
}

export type MailMessage = {
  /** A UUID, the same at every attempt, so that a second copy can be recognised. */
  mailId: string
  to: string
  /** Reply-To, if replies should not go to the company. */
  replyTo?: string
  /** A language tag, for screen readers. */
  language: string
  subject: string
  text: string
  html: string
  attachments: readonly MailAttachment[]
  /** The visitor whose mailbox keeps it in demonstration mode. */
  visitor: string
  now: Temporal.Instant
}

/** `refused`: the server will never take this address or this mail, so a retry is useless. */
export type MailOutcome = { ok: true } | { ok: false; reason: 'refused'; problem: string }

/** Delivers a mail. Throws if a later retry may help. */
export type MailCarrier = (message: MailMessage) => Promise<MailOutcome>

const PHASE_MILLISECONDS = 10_000
/**
 * Shorter than the limit for silence, which begins at the same time, so that the log names the
 * missing greeting.
 */
const GREETING_MILLISECONDS = PHASE_MILLISECONDS - 50
const WHOLE_MILLISECONDS = 20_000
const ONE_ADDRESS = /^[^\s\p{Cc}<>(),;:"[\]@]+@[^\s\p{Cc}<>(),;:"[\]@]+$/u

/**
 * Sends a mail: over SMTP if SMTP_URL names a server, otherwise into the demonstration mailbox. It
 * may arrive twice if the server's response is lost; its Message-ID is then the same.
 *
 * @throws when the server is down, slow, or says "later": the job retries
 */
export async function sendMail(message: MailMessage): Promise<MailOutcome> {
  carrier ??= carrierFor(env().SMTP_URL)
  const { carry } = await carrier
  return carry(message)
}

/** Closes the connections to the mail server when a program ends. */
export function closeMail(): void {
  void carrier?.then(({ close }) => close())
  carrier = undefined
}

type Carrier = { carry: MailCarrier; close: () => void }

let carrier: Promise<Carrier> | undefined

async function carrierFor(smtpUrl: string | undefined): Promise<Carrier> {
  return smtpUrl ? openSmtp(smtpUrl) : { carry: carryToMailbox, close: () => {} }
}

/**
 * Keeps up to three connections to the mail server. TLS is required of every server except one on
 * this machine, unless the address says otherwise (`smtp://mail:25?requireTLS=false`). The library
 * is loaded with the first mail, so that no start waits for it.
 */
export async function openSmtp(url: string): Promise<Carrier> {
  const { createTransport } = await import('nodemailer')
  const isOnThisMachine = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)
  const transport = createTransport({
    url,
    pool: true,
    requireTLS: !isOnThisMachine,
    maxConnections: 3,
    maxRequeues: 1,
    connectionTimeout: PHASE_MILLISECONDS,
    greetingTimeout: GREETING_MILLISECONDS,
    socketTimeout: PHASE_MILLISECONDS,
    dnsTimeout: PHASE_MILLISECONDS,
  })
  return {
    async carry(message) {
      if (!ONE_ADDRESS.test(message.to)) return refused('this is not one address')
      try {
        const signal = AbortSignal.timeout(WHOLE_MILLISECONDS)
        await transport.sendMail({ ...compose(message), signal })
        return { ok: true }
      } catch (error) {
        return refusalIn(error, message.to)
      }
    },
    close: () => transport.close(),
  }
}

/**
 * Stores the whole message as it would have been sent, for its buyer. A domain under .invalid, which
 * never exists (RFC 2606), is refused, so that a demonstration can show what follows.
 */
async function carryToMailbox(message: MailMessage): Promise<MailOutcome> {
  if (!ONE_ADDRESS.test(message.to)) return refused('this is not one address')
  if (message.to.endsWith('.invalid')) return refused('550 5.1.2 the domain does not exist')
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message: raw } = (await transport.sendMail(compose(message))) as SentMessageInfo
  const { mailId, visitor, to, now } = message
  await keepInMailbox({ messageId: mailId, visitor, address: to, now, raw: raw as Buffer })
  return { ok: true }
}

function compose(message: MailMessage) {
  const { MAIL_FROM } = env()
  const { mailId, to, replyTo, language, subject, text, html, attachments, now } = message
  return {
    messageId: `<${mailId}@${MAIL_FROM.split('@')[1]}>`,
    date: new Date(now.epochMilliseconds),
    from: { name: company().name, address: MAIL_FROM },
    replyTo: replyTo
      ? { name: '', address: replyTo }
      : { name: company().name, address: company().email },
    to: { name: '', address: to },
    envelope: { from: MAIL_FROM, to: [to] },
    subject,
    text,
    html,
    attachments: attachments.map(({ fileName, contentType, content }) => ({
      filename: fileName,
      contentType,
      content: typeof content === 'string' ? content : Buffer.from(content),
    })),
    headers: {
      'Auto-Submitted': 'auto-generated', // so that no out-of-office note comes back (RFC 3834)
      'X-Entity-Ref-ID': mailId, // so that mails about two orders are not shown as one thread
      'Content-Language': language,
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

type SmtpProblem = { code?: string; command?: string; responseCode?: number; response?: string }

/**
 * Tells a permanent refusal from a temporary problem. Only a response about this address or this
 * text is permanent: a wrong password or a refused sender is ours to fix, so the mail waits.
 */
function refusalIn(error: unknown, to: string): MailOutcome {
  const { code, command, responseCode = 0, response = '' } = error as SmtpProblem
  const isOfThisMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  const isAtSender = command === 'MAIL FROM'
  const isForGood = responseCode >= 500 && responseCode !== 503 && responseCode < 600
  const isUnsendable = command === 'API'
  if (isOfThisMail && !isAtSender && (isForGood || isUnsendable)) {
    const said = response || (error as Error).message
    return refused(said.replaceAll(to, 'the address').slice(0, 300))
  }
  throw error
}

function refused(problem: string): MailOutcome {
  return { ok: false, reason: 'refused', problem }
}
