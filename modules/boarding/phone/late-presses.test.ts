import { expect, test } from 'vitest'

import { isLatePress, latePresses } from './late-presses.ts'

test('each press states the delay that results, and the first is always more than the bus is late now', () => {
  expect(latePresses(0)).toEqual({ more: [10, 20, 30], less: [] })
  expect(latePresses(20)).toEqual({ more: [30, 40, 50], less: [0, 10] })
  expect(latePresses(60)).toEqual({ more: [70, 80, 90], less: [0, 50] })
})

test('from a figure of the office between two steps a press leads to the next full one, up or down', () => {
  expect(latePresses(25)).toEqual({ more: [30, 40, 50], less: [0, 20] })
  expect(latePresses(5)).toEqual({ more: [10, 20, 30], less: [0] })
  expect(latePresses(10).less).toEqual([0])
  expect(latePresses(-3)).toEqual({ more: [10, 20, 30], less: [0] })
})

test('nothing is reported beyond a day, and no figure that is no press', () => {
  expect(latePresses(1430)).toEqual({ more: [1440], less: [0, 1420] })
  expect([0, 40, 1440].every(isLatePress)).toBe(true)
  expect([-10, 7, 1450, Number.NaN].some(isLatePress)).toBe(false)
})
