import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const PLACE = {
  dataset: { stateOf: '/payment/state/1', watching: 'Watching', done: 'Done' },
  textContent: '',
}
const reload = vi.fn<() => void>()
let outcome: string
let leave: () => void

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  reload.mockClear()
  outcome = 'processing'
  vi.stubGlobal('document', { getElementById: () => PLACE, hidden: false })
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('fetch', async () => Response.json({ outcome }))
  vi.stubGlobal('addEventListener', (_name: 'beforeunload', listener: () => void) => {
    leave = listener
  })
  await import('./watch-payment.ts')
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the page is read again a second after the payment is known, and says so first', async () => {
  expect(PLACE.textContent).toBe('Watching')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(reload).not.toHaveBeenCalled()
  outcome = 'known'
  await vi.advanceTimersByTimeAsync(16_000)
  expect(PLACE.textContent).toBe('Done')
  expect(reload).toHaveBeenCalledOnce()
})

test('nobody who is leaving the page is called back by a reload', async () => {
  outcome = 'known'
  await vi.advanceTimersByTimeAsync(2500)
  expect(PLACE.textContent).toBe('Done')
  leave()
  await vi.advanceTimersByTimeAsync(14_000)
  expect(reload).not.toHaveBeenCalled()
})

test('who saved a file is still on the page, which is then read again', async () => {
  outcome = 'known'
  await vi.advanceTimersByTimeAsync(2500)
  leave()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(reload).toHaveBeenCalledOnce()
})
