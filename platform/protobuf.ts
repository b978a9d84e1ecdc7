/*
 * Protocol buffers, as far as feeds of ours need them (protobuf.dev/programming-guides/encoding): a
 * message of texts, whole numbers, enumerations and other messages, written from an object that is its
 * JSON as well. Nothing is read.
 */

/** The names of an enumeration with their numbers. */
type Names = Readonly<Record<string, number>>

/** The number of a field, and the kind of its value; a list of values is a repeated field. */
type Field = readonly [number: number, kind: 'text' | 'number' | { names: Names } | Message]

/** The fields of a message, by their names in JSON. */
export type Message = { fields: Readonly<Record<string, Field>> }

/** As in JSON: the numbers of 64 bits are texts of digits, and values of enumerations are names. */
type Value = string | number | object

const VARINT = 0
const LENGTH_DELIMITED = 2

/**
 * The bytes of a message. Fields that are undefined are left out.
 *
 * @throws for a field or a name that the message does not have
 */
export function encodeMessage(message: Message, value: object): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(bytesOf(message, value))
}

function bytesOf({ fields }: Message, value: object): number[] {
  const bytes: number[] = []
  for (const [name, content] of Object.entries(value) as [string, Value | undefined][]) {
    if (content === undefined) continue
    const field = fields[name]
    if (!field) throw new RangeError(`no field is called ${name}`)
    const list = Array.isArray(content) ? (content as Value[]) : [content]
    for (const one of list) writeField(bytes, field, one)
  }
  return bytes
}

function writeField(bytes: number[], [number, kind]: Field, value: Value): void {
  if (typeof kind === 'object' && 'fields' in kind) {
    return writeBytes(bytes, number, bytesOf(kind, value as object))
  }
  if (kind === 'text') return writeBytes(bytes, number, new TextEncoder().encode(value as string))
  writeVarint(bytes, number * 8 + VARINT)
  writeVarint(bytes, kind === 'number' ? Number(value) : numberOf(kind.names, value as string))
}

function numberOf(names: Names, name: string): number {
  const number = names[name]
  if (number === undefined) throw new RangeError(`no value is called ${name}`)
  return number
}

function writeBytes(bytes: number[], number: number, content: ArrayLike<number>): void {
  writeVarint(bytes, number * 8 + LENGTH_DELIMITED)
  writeVarint(bytes, content.length)
  for (let place = 0; place < content.length; place++) bytes.push(content[place] ?? 0)
}

/** Seven bits a byte, the lowest first; a negative number as its two's complement of 64 bits. */
function writeVarint(bytes: number[], number: number): void {
  let rest = BigInt.asUintN(64, BigInt(number))
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128)
    rest >>= 7n
  }
  bytes.push(Number(rest))
}
