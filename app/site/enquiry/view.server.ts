import { translation } from '#app/i18n/translation.ts'
import type { Fields } from '#modules/enquiries/check-fields.ts'
import { findThread } from '#modules/enquiries/reply.server.ts'
import { enquiryWords } from '#modules/enquiries/words/words.ts'
import { company } from '#operator'
import { dateAndTime } from '#platform/format/moments.ts'

/** One message of a thread: ours or the writer's, in the order in which they were written. */
export type Said = { isOurs: boolean; author: string; at: string; text: string }

/** The thread of this link, with what the writer sent first; undefined for an unknown link. */
export async function showThread(threadId: string) {
  const thread = await findThread(threadId)
  if (!thread) return undefined
  const { locale, messages: sentences } = translation()
  const { you } = sentences.enquiries.thread
  const { message, notes } = thread.fields as Fields
  const first = message ?? notes ?? enquiryWords(locale).kinds[thread.kind]
  const said: Said[] = [
    { isOurs: false, author: you, at: dateAndTime(thread.receivedAt, locale), text: first },
    ...thread.messages.map(({ kind, body, writtenAt }) => {
      const isOurs = kind === 'answer'
      const author = isOurs ? company().shortName : you
      return { isOurs, author, at: dateAndTime(writtenAt, locale), text: body }
    }),
  ]
  return { reference: thread.reference, said }
}
