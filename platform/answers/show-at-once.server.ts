import { withStatus } from './known-body.server.ts'

/** The status under which the page is shown to which a redirect leads. Never sent. */
const STATUS = 'X-Show-At-Once'

/**
 * A redirect that is followed here instead of by the browser: the page at `address` is the answer, as
 * everyone is shown it, with this status. So a refused form can be answered by a page that is kept.
 * Where nothing follows it, during development, it is a redirect.
 */
export function showAtOnce(address: string, status: number): Response {
  return new Response(null, {
    status: 303,
    headers: { Location: address, [STATUS]: String(status) },
  })
}

/** The answer itself, or the page that it says is to be shown at once, which `show` is asked for. */
export async function followHere(
  answer: Response,
  request: Request,
  show: (request: Request) => Promise<Response>,
): Promise<Response> {
  const status = Number(answer.headers.get(STATUS) ?? 0)
  const address = answer.headers.get('Location')
  if (status === 0 || address === null) return answer
  const acceptEncoding = request.headers.get('Accept-Encoding') ?? ''
  const asked = new Request(new URL(address, request.url), {
    headers: { 'Accept-Encoding': acceptEncoding },
  })
  const shown = await show(asked)
  return shown.status === 200 ? withStatus(shown, status) : shown
}
