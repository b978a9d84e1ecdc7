import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { findPort } from '#test/fixtures/free-port.ts'
import { until } from '#test/fixtures/until.ts'

/*
 * Firefox and WebKit as Debian packages them, which Playwright cannot drive. Both know the commands of
 * WebDriver (w3.org/TR/webdriver2): WebKit's driver over HTTP, Firefox over its own socket (Marionette).
 */

type Result = string | number | boolean | null | Record<string, unknown>
type Send = (command: string, body?: object) => Promise<Result>

/** A browser with one window. Selectors are of CSS; each wait ends when the thing is there. */
export type DrivenBrowser = ReturnType<typeof drive>

const WINDOW = { x: 0, y: 0, width: 430, height: 900 }
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

const FIREFOX = '/usr/bin/firefox-esr'
const WEBKIT = '/usr/bin/WebKitWebDriver'
const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'
/** Debian's WebKit draws on a screen. */
const SCREEN = '/usr/bin/xvfb-run'

/**
 * The programs of Debian's packages firefox-esr, webkit2gtk-driver and xvfb, as far as they are
 * installed.
 */
export const OTHER_BROWSERS = [
  { name: 'Firefox', needs: [FIREFOX], open: openFirefox },
  { name: 'WebKit', needs: [WEBKIT, MINI_BROWSER, SCREEN], open: openWebKit },
].map((browser) => ({ ...browser, isInstalled: browser.needs.every((file) => existsSync(file)) }))

function drive(send: Send, stop: () => Promise<void>) {
  /** The first element, as soon as the page has one. */
  const find = (css: string) =>
    until(`${css} in the page`, async () => {
      const found = await send('FindElement', { using: 'css selector', value: css }).catch(
        () => null,
      )
      return (found as Record<string, string> | null)?.[ELEMENT]
    })
  /** The value of an expression in the page. */
  const read = async (expression: string) =>
    send('ExecuteScript', { script: `return ${expression}`, args: [] })
  return {
    read,
    open: (url: string) => send('Navigate', { url }),
    /** Forgets who was logged in. */
    forget: () => send('DeleteAllCookies'),
    back: () => send('Back'),
    /** Waits until it can be pressed: not before the page shows it. */
    press: (css: string) =>
      until(`${css} to press`, async () => {
        const pressed = send('ElementClick', { id: await find(css) }).then(() => true)
        return pressed.catch(() => false)
      }),
    type: async (css: string, text: string) => {
      const id = await find(css)
      await send('ElementClear', { id })
      await send('ElementSendKeys', { id, text })
    },
    /** Waits until the expression is true in the page that is there then. */
    until: (expression: string) =>
      until(`${expression} in the page`, () => read(expression).catch(() => false)),
    close: async () => {
      await send('DeleteSession').catch(() => undefined)
      await stop()
    },
  }
}

async function openFirefox(): Promise<DrivenBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'halcyon-firefox-'))
  writeFileSync(join(profile, 'user.js'), 'user_pref("marionette.port", 0);\n')
  const stop = start(FIREFOX, ['--headless', '--marionette', '--no-remote', '--profile', profile])
  const noted = join(profile, 'MarionetteActivePort')
  const port = await until('Firefox', () => existsSync(noted) && readFileSync(noted, 'utf8'))
  const socket = connect(Number(port), '127.0.0.1')
  const send = talk(socket)
  await send('NewSession', { capabilities: { alwaysMatch: {} } })
  await send('SetWindowRect', WINDOW)
  return drive(send, async () => {
    socket.destroy()
    await stop()
    rmSync(profile, { recursive: true, force: true })
  })
}

/** Marionette sends `length:[type, id, error, result]`, after a greeting. */
function talk(socket: Socket): Send {
  const waiting = new Map<number, (answer: [unknown, Result]) => void>()
  let last = 0
  let unread: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    unread = Buffer.concat([unread, chunk])
    for (;;) {
      const colon = unread.indexOf(':')
      const end = colon + 1 + Number(unread.subarray(0, Math.max(colon, 0)))
      if (colon < 0 || unread.length < end) return
      const message: unknown = JSON.parse(unread.subarray(colon + 1, end).toString())
      unread = unread.subarray(end)
      if (!Array.isArray(message)) continue
      const [, id, error, result] = message as [number, number, unknown, Result]
      waiting.get(id)?.([error, result])
    }
  })
  return async (command, body = {}) => {
    const id = ++last
    const text = JSON.stringify([0, id, `WebDriver:${command}`, body])
    const answered = new Promise<[unknown, Result]>((resolve) => waiting.set(id, resolve))
    socket.write(`${Buffer.byteLength(text)}:${text}`)
    const [error, result] = await answered
    waiting.delete(id)
    if (error) throw new Error(`${command}: ${JSON.stringify(error)}`)
    return valueOf(result)
  }
}

async function openWebKit(): Promise<DrivenBrowser> {
  const port = await findPort()
  const stop = start(SCREEN, ['--auto-servernum', WEBKIT, `--port=${port}`])
  const driver = `http://127.0.0.1:${port}`
  await until('WebKit’s driver', () => fetch(`${driver}/status`).catch(() => undefined))
  const options = { binary: MINI_BROWSER, args: ['--automation'] }
  const wish = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  const session = await post(`${driver}/session`, { capabilities: wish })
  const here = `${driver}/session/${(session as { sessionId: string }).sessionId}`
  const send: Send = (command, body = {}) => {
    const { method = 'POST', path } = ADDRESSES[command] ?? { path: '' }
    const id = 'id' in body ? String(body.id) : ''
    return ask(here + path.replace(':id', id), method, body)
  }
  await send('SetWindowRect', WINDOW)
  return drive(send, stop)
}

/** Where WebDriver over HTTP has the commands that are used here. */
const ADDRESSES: Record<string, { method?: string; path: string }> = {
  Navigate: { path: '/url' },
  Back: { path: '/back' },
  FindElement: { path: '/element' },
  ElementClick: { path: '/element/:id/click' },
  ElementClear: { path: '/element/:id/clear' },
  ElementSendKeys: { path: '/element/:id/value' },
  ExecuteScript: { path: '/execute/sync' },
  SetWindowRect: { path: '/window/rect' },
  DeleteAllCookies: { method: 'DELETE', path: '/cookie' },
  DeleteSession: { method: 'DELETE', path: '' },
}

const post = (url: string, body: object) => ask(url, 'POST', body)

async function ask(url: string, method: string, body: object): Promise<Result> {
  const sent = method === 'POST' ? { body: JSON.stringify(body) } : {}
  const answer = await fetch(url, { method, ...sent })
  const said = (await answer.json()) as { value: Result }
  if (!answer.ok) throw new Error(`${url}: ${JSON.stringify(said.value)}`)
  return said.value
}

/** Marionette wraps what is not an object; over HTTP everything is wrapped. */
function valueOf(result: Result): Result {
  const isWrapped = typeof result === 'object' && result !== null && 'value' in result
  return isWrapped ? (result.value as Result) : result
}

/** A program in a group of its own, which ends as a whole. */
function start(program: string, args: string[]): () => Promise<void> {
  const child = spawn(program, args, { detached: true, stdio: 'ignore' })
  const ended = once(child, 'close')
  return async () => {
    if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
    await ended
  }
}
