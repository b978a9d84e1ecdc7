import { basename } from 'node:path'
import { expect, test, vi } from 'vitest'

import { runsOf, wholeName } from './fonts.server.ts'

const files = vi.hoisted((): string[] => [])

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  const readFileSync = (path: string) => {
    files.push(basename(path))
    return fs.readFileSync(path)
  }
  return { ...fs, readFileSync }
})

test('the font of another script is read for the first name in it, and once', () => {
  const ours = ['commissioner-400.ttf', 'commissioner-700.ttf']
  for (const name of ['Zoë Łukasiewicz', 'Χαράλαμπος', 'Иван', '李小龙']) wholeName(name)
  expect(files).toEqual(ours)
  expect(wholeName('דוד')).toBe('דוד')
  expect(wholeName('דוד לוי')).toBe('דוד לוי')
  expect(files).toEqual([...ours, 'noto-sans-hebrew-400.ttf'])
  expect(wholeName('علی\u200Cرضا')).toBe('علی\u200Cرضا')
})

test('a name in another script is a run with what is between its words, and brackets turn around', () => {
  const runs = runsOf("ג'ורג' (דוד) לוי (2), Ada (4)").map(({ text }) => text)
  expect(runs).toEqual(["ג'ורג' )דוד( לוי", ' (2), Ada (4)'])
  const others = runsOf('Ada (אנה) לוי').map(({ text }) => text)
  expect(others).toEqual(['Ada (', 'אנה', ') ', 'לוי'])
  expect(runsOf(`א (${"א'".repeat(500)}`)).toHaveLength(3)
})
