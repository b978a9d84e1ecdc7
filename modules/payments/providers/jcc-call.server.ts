import type { z } from 'zod'

import type { ProviderFailure } from '#modules/payments/provider.ts'
import { log } from '#platform/log.server.ts'

import { failure, reasonOf, reasonOfFault } from './call-failures.ts'
import { errorOf, Result } from './jcc-answers.ts'

type Line = { url: string; user: string; password: string; timeoutMilliseconds: number }
type Operation = 'register.do' | 'getOrderStatusExtended.do' | 'decline.do' | 'refund.do'
export type Refused = ProviderFailure & {
  /** JCC understood the call and refused it with one of its codes. */
  errorCode?: string
  /**
   * The password is wrong or a right is missing, which staff can mend; it says nothing about the
   * request.
   */
  isAboutOurAccount?: true
}

/** Access denied, or a password that must be changed. */
const NO_ACCESS = '5'
const NO_ACCESS_STATUS = [401, 403]

/** The gateway itself failed: its effect until then is unknown. */
const SYSTEM_ERROR = '7'
/** Documented as "an internal error occurred in the system", so it is not a final refusal. */
const INTERNAL_ERROR = 400

/** One call, once, as a form. Neither the fields sent nor JCC's message about them are logged. */
export function makeJccCall({ url, user, password, timeoutMilliseconds }: Line) {
  return async function call<Schema extends z.ZodType>(
    operation: Operation,
    fields: Record<string, string>,
    schema: Schema,
  ): Promise<{ ok: true; answer: z.infer<Schema> } | Refused> {
    try {
      const response = await fetch(`${url}/payment/rest/${operation}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ userName: user, password, ...fields }).toString(),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMilliseconds),
      })
      if (response.status !== 200) {
        await response.body?.cancel()
        log.warn({ operation, status: response.status }, 'JCC did not answer a call')
        if (response.status === INTERNAL_ERROR) return systemError()
        if (NO_ACCESS_STATUS.includes(response.status)) return aboutOurAccount()
        return failure(reasonOf(response.status))
      }
      return read(operation, await response.json(), schema)
    } catch (error) {
      return failure(reasonOfFault(error))
    }
  }
}

function systemError(): Refused {
  return { ...failure('unknown'), errorCode: SYSTEM_ERROR }
}

function aboutOurAccount(): Refused {
  return { ...failure('rejected'), isAboutOurAccount: true }
}

function read<Schema extends z.ZodType>(
  operation: Operation,
  answer: unknown,
  schema: Schema,
): { ok: true; answer: z.infer<Schema> } | Refused {
  const result = Result.safeParse(answer)
  if (!result.success) return failure('unknown')
  const errorCode = errorOf(result.data)
  if (errorCode !== undefined) {
    log.warn({ operation, errorCode }, 'JCC refused a call')
    if (errorCode === SYSTEM_ERROR) return systemError()
    return errorCode === NO_ACCESS ? aboutOurAccount() : { ...failure('rejected'), errorCode }
  }
  const good = schema.safeParse(answer)
  return good.success ? { ok: true, answer: good.data } : failure('unknown')
}
