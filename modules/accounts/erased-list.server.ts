import { createHmac } from 'node:crypto'
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { Database, Tx } from '#platform/db.server.ts'
import { env } from '#platform/settings/env.server.ts'

/*
 * The list of erased people, so that a restored backup does not bring them back. It is a file
 * outside the database, so a restore does not change it. Each line holds a moment and a digest. The
 * key of the digests is in the database, so the file alone does not even let a thief test
 * addresses.
 */

type Erased = { digest: string; erasedAt: Temporal.Instant }

/** Named by ERASED_LIST, or else beside the other data outside the database. */
function listFile(): string {
  const { ERASED_LIST, DATA_DIR } = env()
  return ERASED_LIST ?? join(DATA_DIR, 'erased.list')
}

/** Makes digests of email addresses and account ids, regardless of case. */
export async function openDigests(tx: Tx | Database): Promise<(text: string) => string> {
  const { key } = await tx.selectFrom('erasureKeys').select('key').executeTakeFirstOrThrow()
  return (text) => createHmac('sha256', key).update(text.toLowerCase()).digest('base64url')
}

/**
 * Adds a person to the list, on disk before it returns. Called last in the erasing transaction: if
 * the entry fails, the erasure is rolled back, since a restore would undo it unnoticed.
 */
export async function listErased(tx: Tx, texts: string[], now: Temporal.Instant): Promise<void> {
  const digest = await openDigests(tx)
  const lines = texts.map((text) => `${now.toString()} ${digest(text)}\n`).join('')
  await mkdir(dirname(listFile()), { recursive: true })
  await appendFile(listFile(), lines, { mode: 0o600, flush: true })
}

/** Every entry, with the latest erasure of each. A torn line is left out. */
export async function readErased(): Promise<Map<string, Temporal.Instant>> {
  const text = await readFile(listFile(), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const erased = text.split('\n').map(readLine)
  return new Map(
    erased.filter((one) => one !== undefined).map(({ digest, erasedAt }) => [digest, erasedAt]),
  )
}

const LINE = /^(\S+Z) ([\w-]{43})$/

function readLine(line: string): Erased | undefined {
  const [, moment, digest] = LINE.exec(line) ?? []
  return moment && digest ? { digest, erasedAt: Temporal.Instant.from(moment) } : undefined
}
