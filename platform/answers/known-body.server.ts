type Body = string | Uint8Array<ArrayBuffer>

/** Bodies of answers made here: to read one back from its answer, a stream would be made of it first. */
const bodies = new WeakMap<Response, Body>()

/** An answer whose body can be asked for again without reading it, as long as nobody else has read it. */
export function answerWith(body: Body, init: ResponseInit): Response {
  const answer = new Response(body, init)
  bodies.set(answer, body)
  return answer
}

export function hasBody(answer: Response): boolean {
  return bodies.has(answer) || answer.body !== null
}

/** The bytes of an answer, which nobody may read afterwards. */
export async function bytesOf(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  const known = bodies.get(answer)
  if (known === undefined) return new Uint8Array(await answer.arrayBuffer())
  return typeof known === 'string' ? new TextEncoder().encode(known) : known
}
