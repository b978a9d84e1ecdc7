import { answerQuestions } from '#platform/worker-pool.server.ts'

import { unpack } from './crossing.ts'
import { printReceipt, printTickets } from './documents.server.ts'

answerQuestions(async (text) => {
  const job = unpack(text)
  return job.print === 'tickets' ? await printTickets(job.tickets) : await printReceipt(job.receipt)
})
