import type { Phone } from './phone.ts'
import type { Waiting } from './state.ts'
import { keep } from './work.ts'

/*
 * Sentences about what the office did not accept, after the driver has gone on. They are on the disk, and above every
 * screen, until the driver has read them; they name no traveller.
 */

/**
 * Puts sentences before the driver, with the sound of a refusal.
 *
 * @param decided the reports that wait no more, if the sentences tell what became of them: a phone that dies in
 *   between would send them again
 */
export async function addNotices(
  phone: Phone,
  sentences: readonly string[],
  decided: readonly Waiting[] = [],
): Promise<void> {
  let isNews = false
  await keep(phone, (now) => {
    const notices = [...new Set([...now.notices, ...sentences])]
    isNews = notices.length > now.notices.length
    const forms = now.forms.filter((one) => !decided.includes(one))
    return { ...(decided.length > 0 && { forms }), ...(isNews && { notices }) }
  })
  if (isNews) phone.world.signal('stop')
}

/** Forgets those that the driver has read. One that comes meanwhile was not read, and stays. */
export function forgetRead(phone: Phone): Promise<void> {
  const read = phone.now.notices
  return keep(phone, ({ notices }) => ({ notices: notices.filter((one) => !read.includes(one)) }))
}
