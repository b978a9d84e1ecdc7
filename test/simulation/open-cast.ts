import { closeMail } from '#platform/mail/mail.server.ts'

import { openBank, type SimulatedBank } from './bank.ts'
import type { Cast } from './journey.ts'
import { openSimulatedMail } from './mail.ts'
import { openSecondProgram } from './second-program.ts'
import { addTimetable } from './timetable.ts'

/** The participants, with a bank whose counter and books a test can use. */
export type OpenCast = Cast & { bank: SimulatedBank; stop: () => Promise<void> }

/** Opens a mail server, a bank and a second program, and adds the timetable. */
export async function openCast(): Promise<OpenCast> {
  const mail = await openSimulatedMail()
  process.env.SMTP_URL = mail.url
  await addTimetable()
  const bank = await openBank()
  const places = { bank: bank.origin, line: bank.line.origin, door: bank.door.origin }
  const second = openSecondProgram({ ...places, mail: mail.url })
  return {
    bank,
    mail,
    second,
    async stop() {
      second.stop()
      closeMail()
      await bank.stop()
      await mail.stop()
    },
  }
}
