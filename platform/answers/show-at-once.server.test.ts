import { expect, test } from 'vitest'

import { followHere, showAtOnce } from './show-at-once.server.ts'

const form = new Request('http://localhost:3000/book-now?from=NIC', {
  method: 'POST',
  body: 'departure=1',
  headers: { Cookie: 'visitor=1', 'Accept-Encoding': 'br', 'Accept-Language': 'el' },
})

test('the page that is to be shown is the answer, with the status of the refusal', async () => {
  const asked: Request[] = []
  const answer = await followHere(showAtOnce('/el/book-now?to=LCA', 422), form, async (request) => {
    asked.push(request)
    const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Encoding': 'br' }
    return new Response('the search', { headers })
  })
  expect(answer.status).toBe(422)
  expect(await answer.text()).toBe('the search')
  expect(Object.fromEntries(answer.headers)).toEqual({
    'content-encoding': 'br',
    'content-type': 'text/html; charset=utf-8',
  })
  const [{ method, url, headers } = form] = asked
  expect([method, url]).toEqual(['GET', 'http://localhost:3000/el/book-now?to=LCA'])
  expect(Object.fromEntries(headers)).toEqual({ 'accept-encoding': 'br' })
})

test('a page that cannot be shown keeps its own status', async () => {
  const answer = await followHere(showAtOnce('/book-now', 422), form, async () => {
    return new Response('The database cannot be reached', { status: 503 })
  })
  expect(answer.status).toBe(503)
})

test('every other answer is sent as it is, redirects too', async () => {
  for (const answer of [new Response('a page'), Response.redirect('http://localhost:3000/cart')]) {
    expect(await followHere(answer, form, askForNothing)).toBe(answer)
  }
})

function askForNothing(): never {
  throw new Error('nothing else is asked for')
}
