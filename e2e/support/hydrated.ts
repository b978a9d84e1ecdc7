import type { Page } from 'playwright-core'

/**
 * Waits until React has taken over. It marks elements while it still hydrates, and a click in that
 * time loads a page as without script; so the test waits for React's own mark on the whole page.
 */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const root:
      | { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } }
      | undefined = Object.entries(document).find(([key]) =>
      key.startsWith('__reactContainer$'),
    )?.[1]
    return root?.stateNode.current.memoizedState.isDehydrated === false
  })
}
