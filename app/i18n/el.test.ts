import { expect, test } from 'vitest'

import { el } from './el.ts'

const stop = (shortName: string, genitive: string | null) => ({ shortName, genitive })

test('stops on the way are in the genitive after «μέσω», where the timetable contains it', () => {
  const { via } = el.home
  const ayiaNapa = stop('Αγία Νάπα', 'Αγίας Νάπας')
  const protaras = stop('Πρωταράς', 'Πρωταρά')
  expect(via([ayiaNapa])).toBe('μέσω Αγίας Νάπας')
  expect(via([ayiaNapa, protaras, stop('Παραλίμνι', 'Παραλιμνίου')])).toBe(
    'μέσω Αγίας Νάπας, Πρωταρά και Παραλιμνίου',
  )
  expect(via([ayiaNapa, stop('Kos', null)])).toBe('μέσω: Αγία Νάπα, Kos')
})
