import { expect, test } from 'vitest'

import { fillInMarkdown, fillInPlain, placeholdersIn } from './figures.ts'
import { splitFrontMatter } from './front-matter.ts'

test('a figure is filled in wherever the text asks for it', () => {
  const text = 'Until {{hours}} hours before; {{hours}} is the rule.'
  expect(fillInMarkdown(text, { hours: '24' })).toBe('Until 24 hours before; 24 is the rule.')
  expect(placeholdersIn(`${text} {{fee}}`)).toEqual(['hours', 'fee'])
})

test('an unknown figure is a fault, and never shown as a gap', () => {
  expect(() => fillInMarkdown('{{fee}}', {})).toThrow('{{fee}}')
  expect(() => fillInPlain('{{toString}}', {})).toThrow('{{toString}}')
  expect(() => fillInPlain('{{table}}', { table: { markdown: '| a |' } })).toThrow('title')
})

test('a stop’s name with Markdown characters is shown as it is', () => {
  const figures = { stop: '<b>A|B*_[x](/y)' }
  expect(fillInMarkdown('{{stop}}', figures)).toBe(String.raw`\<b\>A\|B\*\_\[x\](/y)`)
  expect(fillInPlain('{{stop}}', figures)).toBe('<b>A|B*_[x](/y)')
})

test('a text begins with its title and description, and has no other entries', () => {
  const text = '---\r\ntitle: Questions: all\r\ndescription: Short answers\r\n---\r\nHello'
  expect(splitFrontMatter(text)).toEqual({
    title: 'Questions: all',
    description: 'Short answers',
    body: 'Hello',
  })
  expect(() => splitFrontMatter('Hello')).toThrow('title')
  expect(() => splitFrontMatter('---\ntitle: A\n---\n')).toThrow('description')
  const more = '---\ntitle: A\ndescription: B\nauthor: C\n---\n'
  expect(() => splitFrontMatter(more)).toThrow('author')
})
