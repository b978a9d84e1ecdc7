import { parseSync } from 'vite'

/*
 * The places that a mutant may change: an exported function or constant, and the private ones of its
 * file that it uses. A place is found in the syntax, or by its words without their line breaks, so
 * that neither a move nor the formatter matters.
 */

/** A part of a source, from its first character to the one after its last. */
export type Span = { start: number; end: number }
type Node = Span & { type: string; [property: string]: unknown }
/** A node and those it is part of, the nearest first. */
type Found = { node: Node; above: readonly Node[] }
type Declarations = Map<string, Node>

/** A source and what it declares at its top level. */
type Source = { code: string; exported: Declarations; hidden: Declarations }

const TYPES = new Set(['typeAnnotation', 'typeArguments', 'typeParameters', 'returnType'])

/** @throws if the code is no program */
export function readSource(code: string): Source {
  const { program, errors } = parseSync('source.tsx', code)
  const [error] = errors
  if (error) throw new Error(`${error.message}\n${error.codeframe ?? ''}`)
  const source: Source = { code, exported: new Map(), hidden: new Map() }
  for (const statement of program.body as unknown as Node[]) {
    const isExport = statement.type === 'ExportNamedDeclaration'
    const declared = (isExport ? statement.declaration : statement) as Node | null
    const declarations = isExport ? source.exported : source.hidden
    for (const [name, node] of namesIn(declared)) declarations.set(name, node)
  }
  return source
}

/** The body of an exported function, or the value of an exported constant. */
export function findWhole(source: Source, name: string): Span & { isBody: boolean } {
  const node = getExport(source, name)
  const { start, end } = (node.body ?? node.init) as Node
  return { start, end, isBody: node.type === 'FunctionDeclaration' }
}

/** Every occurrence of a text. White space does not count, nor a comma before a closing bracket. */
export function findText(source: Source, name: string, text: string): Span[] {
  const wanted = condense(text).text
  return reach(source, name).flatMap((node) => {
    const { text: own, from } = condense(source.code.slice(node.start, node.end))
    const places: Span[] = []
    for (let at = own.indexOf(wanted); at >= 0; at = own.indexOf(wanted, at + 1)) {
      const [first = 0, last = 0] = [from[at], from[at + wanted.length - 1]]
      places.push({ start: node.start + first, end: node.start + last + 1 })
    }
    return places
  })
}

/** Every call of this function or method, and the object whose method it is. */
export function findCalls(source: Source, name: string, called: string) {
  return findNodes(source, name).flatMap(({ node }): { call: Span; object?: Span }[] => {
    if (node.type !== 'CallExpression') return []
    const callee = node.callee as Node
    if (callee.name === called) return [{ call: node }]
    const property = callee.property as Node | undefined
    return property?.name === called ? [{ call: node, object: callee.object as Node }] : []
  })
}

/** Every condition that decides whether this word is reached, and what it is when it is reached. */
export function findConditions(source: Source, name: string, word: string) {
  return findNodes(source, name).flatMap(({ node, above }): { test: Span; when: boolean }[] => {
    if (node.type !== 'Literal' || node.value !== word) return []
    const chain = [node, ...above]
    const place = chain.findIndex(
      ({ type, test }, index) => CHOICES.has(type) && test !== chain[index - 1],
    )
    const choice = chain[place]
    if (!choice) return []
    return [{ test: choice.test as Node, when: choice.consequent === chain[place - 1] }]
  })
}

const CHOICES = new Set(['IfStatement', 'ConditionalExpression'])

function getExport({ exported }: Source, name: string): Node {
  const node = exported.get(name)
  if (!node) throw new Error(`${name} is not exported here`)
  return node
}

/** The export, and the private declarations that it uses, directly or through others. */
function reach(source: Source, name: string): Node[] {
  const reached = new Set([getExport(source, name)])
  for (const outer of reached) {
    for (const { node } of nodesIn(outer)) {
      const used = node.type === 'Identifier' && source.hidden.get(node.name as string)
      if (used) reached.add(used)
    }
  }
  return [...reached]
}

function findNodes(source: Source, name: string): Found[] {
  return reach(source, name).flatMap((node) => [...nodesIn(node)])
}

/** Every node of this one that runs; types do not. */
function* nodesIn(node: Node, above: readonly Node[] = []): Generator<Found> {
  yield { node, above }
  for (const [property, value] of Object.entries(node)) {
    if (TYPES.has(property)) continue
    for (const child of [value].flat()) {
      const isNode = typeof child === 'object' && child !== null && 'type' in child
      if (isNode) yield* nodesIn(child as Node, [node, ...above])
    }
  }
}

function namesIn(declared: Node | null): [name: string, node: Node][] {
  const isFunction = declared?.type === 'FunctionDeclaration'
  const isVariable = declared?.type === 'VariableDeclaration'
  const nodes = isFunction ? [declared] : isVariable ? (declared.declarations as Node[]) : []
  return nodes.map((node) => [String((node.id as Node).name), node])
}

/** A text without what the formatter decides, and where each of its characters was. */
function condense(code: string): { text: string; from: number[] } {
  const kept = [...code.matchAll(/,(?!\s*[)\]}])|[^\s,]/g)]
  return { text: kept.map(([text]) => text).join(''), from: kept.map(({ index }) => index) }
}
