/*
 * Commissioner has no tabular figures, and columns of times need them: here each digit of a
 * TrueType font (one weight, no variations) is moved to the middle of a common width. Its licence
 * allows changes and reserves no name. The layout of the tables follows the OpenType standard.
 */

const FLAG = { xShort: 0x02, repeat: 0x08, xSame: 0x10 }
const HEADER_BYTES = 10

/** The same font with every glyph of `glyphIds` centred on `width` font units. */
export function makeTabular(font: Buffer, glyphIds: readonly number[], width: number): Buffer {
  const tables = readTables(font)
  const table = (tag: string) => tables.get(tag) ?? Buffer.alloc(0)
  const longMetrics = table('hhea').readUInt16BE(34)
  const glyphs = readGlyphs(table('glyf'), table('loca'), table('head').readInt16BE(50) === 1)
  for (const id of glyphIds) {
    if (id >= longMetrics) throw new Error('a digit has no width of its own')
    const metrics = table('hmtx').subarray(id * 4)
    const shift = Math.round((width - metrics.readUInt16BE(0)) / 2)
    glyphs[id] = moveGlyph(glyphs[id] ?? Buffer.alloc(0), shift)
    metrics.writeUInt16BE(width, 0)
    metrics.writeInt16BE(metrics.readInt16BE(2) + shift, 2)
  }
  tables.set('glyf', Buffer.concat(glyphs))
  tables.set('loca', offsetsOf(glyphs))
  table('head').writeInt16BE(1, 50)
  return writeTables(font.readUInt32BE(0), tables)
}

function readTables(font: Buffer): Map<string, Buffer> {
  const tables = new Map<string, Buffer>()
  for (let record = 12; record < 12 + font.readUInt16BE(4) * 16; record += 16) {
    const start = font.readUInt32BE(record + 8)
    const content = font.subarray(start, start + font.readUInt32BE(record + 12))
    tables.set(font.toString('latin1', record, record + 4), Buffer.from(content))
  }
  return tables
}

function readGlyphs(glyf: Buffer, loca: Buffer, isLong: boolean): Buffer[] {
  const offset = (id: number) =>
    isLong ? loca.readUInt32BE(id * 4) : loca.readUInt16BE(id * 2) * 2
  const count = loca.length / (isLong ? 4 : 2) - 1
  return Array.from({ length: count }, (_, id) => glyf.subarray(offset(id), offset(id + 1)))
}

/** Points are stored as steps from one to the next, so moving the first one moves them all. */
function moveGlyph(glyph: Buffer, shift: number): Buffer {
  const contours = glyph.readInt16BE(0)
  if (contours < 1) throw new Error('a digit is made of other glyphs')
  const points = glyph.readUInt16BE(HEADER_BYTES + (contours - 1) * 2) + 1
  const instructions = HEADER_BYTES + contours * 2
  const flagsAt = instructions + 2 + glyph.readUInt16BE(instructions)
  const { flags, next } = readFlags(glyph, flagsAt, points)
  const { steps, next: restAt } = readSteps(glyph, next, flags)
  steps[0] = (steps[0] ?? 0) + shift

  const start = Buffer.from(glyph.subarray(0, flagsAt))
  start.writeInt16BE(start.readInt16BE(2) + shift, 2)
  start.writeInt16BE(start.readInt16BE(6) + shift, 6)
  const wide = Buffer.alloc(points * 2)
  steps.forEach((step, point) => wide.writeInt16BE(step, point * 2))
  const plain = Buffer.from(flags.map((flag) => flag & ~(FLAG.xShort | FLAG.xSame | FLAG.repeat)))
  return padded(Buffer.concat([start, plain, wide, glyph.subarray(restAt)]))
}

function readFlags(glyph: Buffer, at: number, points: number) {
  const flags: number[] = []
  let next = at
  while (flags.length < points) {
    const flag = glyph.readUInt8(next++)
    const times = flag & FLAG.repeat ? glyph.readUInt8(next++) + 1 : 1
    for (let time = 0; time < times; time++) flags.push(flag)
  }
  return { flags, next }
}

function readSteps(glyph: Buffer, at: number, flags: readonly number[]) {
  let next = at
  const steps = flags.map((flag) => {
    if (flag & FLAG.xShort) return glyph.readUInt8(next++) * (flag & FLAG.xSame ? 1 : -1)
    if (flag & FLAG.xSame) return 0
    next += 2
    return glyph.readInt16BE(next - 2)
  })
  return { steps, next }
}

function offsetsOf(glyphs: readonly Buffer[]): Buffer {
  const loca = Buffer.alloc((glyphs.length + 1) * 4)
  let offset = 0
  glyphs.forEach((glyph, id) => {
    offset += glyph.length
    loca.writeUInt32BE(offset, (id + 1) * 4)
  })
  return loca
}

/** Checksums are left out: the tool that compresses the font recalculates them. */
function writeTables(version: number, tables: Map<string, Buffer>): Buffer {
  const head = Buffer.alloc(12 + tables.size * 16)
  head.writeUInt32BE(version, 0)
  head.writeUInt16BE(tables.size, 4)
  let offset = head.length
  ;[...tables].forEach(([tag, content], place) => {
    const record = 12 + place * 16
    head.write(tag, record, 'latin1')
    head.writeUInt32BE(offset, record + 8)
    head.writeUInt32BE(content.length, record + 12)
    offset += padded(content).length
  })
  return Buffer.concat([head, ...[...tables.values()].map(padded)])
}

function padded(content: Buffer): Buffer {
  return Buffer.concat([content, Buffer.alloc(-content.length & 3)])
}
