import type { Scan } from '#modules/boarding/package/package.ts'

/*
 * The disk of the phone: everything but the number of the phone is encrypted under a key
 * that no script can read out, so a copy of the disk is worth nothing without the browser.
 */

const STORES = ['keys', 'records', 'scans'] as const
type StoreName = (typeof STORES)[number]
type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }
type Device = { deviceId: string; seq: number }

export type Store = Awaited<ReturnType<typeof openStore>>

/** Opens the database of the phone; throws if the browser cannot keep anything. */
export async function openStore() {
  const database = await openDatabase()
  const found = await findKey(database)
  let key = found && Promise.resolve(found)
  let device = await findDevice(database)

  /** One key for all that is sealed at the same moment: of two, only the later would be on the disk. */
  const findOrMakeKey = () => {
    key ??= makeKey(database).catch((fault: unknown) => {
      key = undefined
      throw fault
    })
    return key
  }
  const seal = async (value: unknown): Promise<Sealed> => {
    const own = await findOrMakeKey()
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const bytes = new TextEncoder().encode(JSON.stringify(value))
    return { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, own, bytes) }
  }
  const unseal = async <Value>(sealed: Sealed): Promise<Value | undefined> => {
    const own = await key
    return own && decrypt<Value>(own, sealed)
  }

  return {
    deviceId: () => device.deviceId,

    /** Makes this a phone that the office does not know, with nothing to be sent. */
    async renew(): Promise<void> {
      const renewed = { ...device, deviceId: crypto.randomUUID() }
      await change(database, ['keys'], (of) => of('keys').put(renewed, 'device'))
      device = renewed
    },

    /** The number of the next scan; the server may know more of them than this phone. */
    nextSeq: (known: number) => Math.max(device.seq, known) + 1,

    async read<Value>(name: string): Promise<Value | undefined> {
      const sealed = await ask<Sealed | undefined>(database, 'records', (one) => one.get(name))
      return sealed && unseal<Value>(sealed)
    },

    /** Writes all of these records, or none. */
    async write(records: Record<string, unknown>): Promise<void> {
      const sealing = Object.entries(records).map(
        async ([name, value]) => [name, await seal(value)] as const,
      )
      const sealed = await Promise.all(sealing)
      await change(database, ['records'], (of) =>
        sealed.forEach(([name, one]) => of('records').put(one, name)),
      )
    },

    /** Resolves once the scan is on the disk: only then may the screen say so. */
    async addScan(scan: Scan): Promise<void> {
      const sealed = await seal(scan)
      device = { ...device, seq: Math.max(device.seq, scan.seq) }
      await change(database, ['scans', 'keys'], (of) => {
        of('scans').put(sealed, scan.seq)
        of('keys').put(device, 'device')
      })
    },

    async listScans(): Promise<Scan[]> {
      const sealed = await ask<Sealed[]>(database, 'scans', (one) => one.getAll())
      const scans = await Promise.all(sealed.map((one) => unseal<Scan>(one)))
      return scans.filter((scan) => scan !== undefined)
    },

    /** Deletes scans that the server has. */
    async dropScans(seqs: readonly number[]): Promise<void> {
      await change(database, ['scans'], (of) => seqs.forEach((seq) => of('scans').delete(seq)))
    },

    /** Deletes all records, and with them the names; scans that wait to be sent have none, and stay. */
    async forget(): Promise<void> {
      const waiting = await ask<number>(database, 'scans', (one) => one.count())
      await change(database, ['records', 'keys'], (of) => {
        of('records').clear()
        if (waiting === 0) of('keys').delete('key')
      })
      if (waiting === 0) key = undefined
    },
  }
}

/** Undefined for what was sealed with a key that is gone: nothing can read it any more. */
async function decrypt<Value>(key: CryptoKey, { iv, data }: Sealed): Promise<Value | undefined> {
  try {
    const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data)
    return JSON.parse(new TextDecoder().decode(bytes)) as Value
  } catch (error) {
    reportError(error)
    return undefined
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const { promise, resolve, reject } = Promise.withResolvers<IDBDatabase>()
  const opening = indexedDB.open('boarding', 1)
  opening.addEventListener('upgradeneeded', () => {
    for (const name of STORES) opening.result.createObjectStore(name)
  })
  opening.addEventListener('success', () => resolve(opening.result))
  opening.addEventListener('error', () =>
    reject(new Error('no database', { cause: opening.error })),
  )
  return promise
}

function findKey(database: IDBDatabase): Promise<CryptoKey | undefined> {
  return ask(database, 'keys', (one) => one.get('key'))
}

async function makeKey(database: IDBDatabase): Promise<CryptoKey> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  await change(database, ['keys'], (of) => of('keys').put(key, 'key'))
  return key
}

async function findDevice(database: IDBDatabase): Promise<Device> {
  const found = await ask<Device | undefined>(database, 'keys', (one) => one.get('device'))
  if (found) return found
  const device = { deviceId: crypto.randomUUID(), seq: 0 }
  await change(database, ['keys'], (of) => of('keys').put(device, 'device'))
  return device
}

function ask<Value>(
  database: IDBDatabase,
  name: StoreName,
  question: (store: IDBObjectStore) => IDBRequest,
): Promise<Value> {
  const { promise, resolve, reject } = Promise.withResolvers<Value>()
  const request = question(database.transaction(name).objectStore(name))
  request.addEventListener('success', () => resolve(request.result as Value))
  request.addEventListener('error', () => reject(new Error('unreadable', { cause: request.error })))
  return promise
}

/** Strict: the browser waits for the disk, not for the memory of the operating system. */
function change(
  database: IDBDatabase,
  names: StoreName[],
  write: (of: (name: StoreName) => IDBObjectStore) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const transaction = database.transaction(names, 'readwrite', { durability: 'strict' })
  const fail = () => reject(new Error('not written', { cause: transaction.error }))
  transaction.addEventListener('complete', () => resolve())
  transaction.addEventListener('error', fail)
  transaction.addEventListener('abort', fail)
  write((name) => transaction.objectStore(name))
  return promise
}
