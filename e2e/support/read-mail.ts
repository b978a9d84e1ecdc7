import { Client } from 'pg'
import PostalMime, { type Email } from 'postal-mime'

import { until } from '#test/fixtures/until.ts'

import type { Company } from './processes.ts'

/** The newest email to this address, once it has arrived, parsed as a mail program does. */
export async function readMail({ databaseUrl }: Company, address: string): Promise<Email> {
  const raw = await until(`a mail to ${address}`, async () => {
    const mails = await listRaw(databaseUrl)
    const isTo = new RegExp(`^To:.*${RegExp.escape(address)}`, 'im')
    return mails.find((mail) => isTo.test(mail.toString()))
  })
  return PostalMime.parse(raw)
}

/** The newest matching email to this address, once it has arrived. */
export function findMail(
  { databaseUrl }: Company,
  address: string,
  { what, isIt }: { what: string; isIt: (mail: Email) => boolean },
): Promise<Email> {
  const isTo = new RegExp(`^To:.*${RegExp.escape(address)}`, 'im')
  return until(`${what}, to ${address}`, async () => {
    const mails = (await listRaw(databaseUrl)).filter((mail) => isTo.test(mail.toString()))
    const read = await Promise.all(mails.map((raw) => PostalMime.parse(raw)))
    return read.find(isIt)
  })
}

async function listRaw(databaseUrl: string): Promise<Buffer[]> {
  const client = new Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ raw: Buffer }>(
    'select raw from mailbox_messages order by received_at desc',
  )
  await client.end()
  return rows.map(({ raw }) => raw)
}

/** The id that opens the newest email in the demonstration's mailbox. */
export function findMessageId({ databaseUrl }: Company): Promise<string> {
  return until('a mail in the mailbox', async () => {
    const client = new Client(databaseUrl)
    await client.connect()
    const { rows } = await client.query<{ message_id: string }>(
      'select message_id from mailbox_messages order by received_at desc limit 1',
    )
    await client.end()
    return rows[0]?.message_id
  })
}
