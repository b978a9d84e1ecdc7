import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

import { openSiteDatabase } from '#platform/database/site-database.server.ts'

import { readSettings, SETTING_NAMES, SettingsError } from './env.server.ts'
import { SECRETS } from './secret-files.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileWith(contents: string): string {
  const path = join(folder, crypto.randomUUID())
  writeFileSync(path, contents)
  return path
}

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readSettings(environment)
    return []
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return error.problems
  }
}

const SECRET = 'q7Jx0vTnB2mLw9KcE4sYd8RzHf1GuPaN'

describe('a secret in a file', () => {
  test('is read without the spaces and line ends around it', () => {
    const SESSION_SECRET_FILE = fileWith(`\n ${SECRET}\r\n`)
    expect(readSettings({ SESSION_SECRET_FILE })).toMatchObject({ SESSION_SECRET: SECRET })
  })

  test('is checked as if it stood in the environment', () => {
    const problems = problemsOf({ SESSION_SECRET_FILE: fileWith('secretTooShort') })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(/^SESSION_SECRET: /)
    expect(problems[0]).not.toContain('secretTooShort')
  })

  test('and the same secret in the environment are one too many', () => {
    const both = { SESSION_SECRET: SECRET, SESSION_SECRET_FILE: fileWith(SECRET) }
    expect(problemsOf(both)).toEqual([
      'SESSION_SECRET_FILE: stands beside SESSION_SECRET; one of them is enough',
    ])
  })

  test('an unset or empty name of a file counts as absent', () => {
    expect(problemsOf({ SESSION_SECRET: SECRET, SESSION_SECRET_FILE: '' })).toEqual([])
  })

  test('a missing or empty file is refused together with all other settings', () => {
    const problems = problemsOf({
      MODE: 'live',
      SESSION_SECRET_FILE: join(folder, 'missing'),
      DATABASE_URL_FILE: fileWith(' \n'),
    })
    expect(problems).toContain('SESSION_SECRET_FILE: names a file that cannot be read (ENOENT)')
    expect(problems).toContain('DATABASE_URL_FILE: names an empty file')
    expect(problems.map((problem) => problem.split(':')[0])).toEqual(
      expect.arrayContaining(['PAYMENT_PROVIDER', 'SMTP_URL', 'SITE_URL']),
    )
    expect(problems.join('\n')).not.toMatch(/^(?:SESSION_SECRET|DATABASE_URL):/m)
  })

  test('a missing file is refused together with a setting of the wrong form', () => {
    const problems = problemsOf({ PORT: 'door', STRIPE_KEY_FILE: join(folder, 'missing') })
    expect(problems.map((problem) => problem.split(':')[0])).toEqual(['STRIPE_KEY_FILE', 'PORT'])
  })
})

test('every setting whose name says that it is secret may come as a file', () => {
  const named = SETTING_NAMES.filter((name) =>
    /DATABASE_\w*URL|SMTP_URL|SECRET|_KEY|PASSWORD|TOKEN|HEADERS/.test(name),
  )
  expect(SECRETS.toSorted()).toEqual(named.toSorted())
})

test('addresses of the database from files are used, and the owner’s is removed', async () => {
  const { DATABASE_URL = '', DATABASE_OWNER_URL } = process.env
  const owner = `${DATABASE_URL}?application_name=owner`
  delete process.env.DATABASE_URL
  delete process.env.DATABASE_OWNER_URL
  try {
    process.env.DATABASE_URL_FILE = fileWith(DATABASE_URL)
    process.env.DATABASE_OWNER_URL_FILE = fileWith(owner)
    const opened = await openSiteDatabase(folder)
    expect(opened).toMatchObject({ url: DATABASE_URL, ownerUrl: owner })
    expect(process.env).toMatchObject({ DATABASE_URL })
    expect(Object.keys(process.env).filter((name) => /OWNER|_URL_FILE/.test(name))).toEqual([])
  } finally {
    Object.assign(process.env, { DATABASE_URL, DATABASE_OWNER_URL })
  }
})
