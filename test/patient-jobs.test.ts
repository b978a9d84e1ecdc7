import { expect, test } from 'vitest'

import { JOBS } from '../jobs.ts'

test('mails and notices of the payment company let a crowd of visitors pass, and nothing else does', () => {
  const patient = JOBS.filter(({ isPatient }) => isPatient).map(({ job }) => job.name)
  const mails = ['send-account-mail', 'send-enquiry', 'send-mail']
  expect(patient.toSorted()).toEqual(['read-notice', ...mails])
})
