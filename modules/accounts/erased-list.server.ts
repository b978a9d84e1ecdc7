import { createHmac } from 'node:crypto'
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { Database, Tx } from '#platform/db.server.ts'
import { env } from '#platform/env.server.ts'

/*
 * Who was erased, so that a restored backup does not bring them back. The list lies in a file
 * outside the database, which no restore turns back. It holds a moment and a digest a line: the key
 * of the digests is in the database, so whoever has the file alone cannot even try addresses.
 */

type Erased = { digest: string; erasedAt: Temporal.Instant }

/** Named by ERASED_LIST, or else beside what else is not in the database. */
function listFile(): string {
  const { ERASED_LIST, DATA_DIR } = env()
  return ERASED_LIST ?? join(DATA_DIR, 'erased.list')
}

/** Makes digests of e-mail addresses and ids of accounts, whichever way they are written. */
export async function openDigests(tx: Tx | Database): Promise<(text: string) => string> {
  const { key } = await tx.selectFrom('erasureKeys').select('key').executeTakeFirstOrThrow()
  return (text) => createHmac('sha256', key).update(text.toLowerCase()).digest('base64url')
}

/**
 * Adds somebody to the list, on the disk before this is over. Called last in the transaction that
 * erases them: who cannot be listed is not erased, since a restore would bring them back unnoticed.
 */
export async function listErased(tx: Tx, texts: string[], now: Temporal.Instant): Promise<void> {
  const digest = await openDigests(tx)
  const lines = texts.map((text) => `${now.toString()} ${digest(text)}\n`).join('')
  await mkdir(dirname(listFile()), { recursive: true })
  await appendFile(listFile(), lines, { mode: 0o600, flush: true })
}

/** Everybody on the list, with the last moment at which they asked. A torn line is left out. */
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
