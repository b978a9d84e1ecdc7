import { expect, test } from 'vitest'

import { fold, skeleton } from './spelling.ts'

test('capitals, accents and punctuation do not matter', () => {
  expect(fold(' Αγία Νάπα – ΛΕΩΦΌΡΟΣ Νησί ')).toBe('αγια ναπα λεωφοροσ νησι')
  expect(fold('Γ΄ (Ayia-Napa), 2')).toBe('γ ayia napa 2')
  expect(fold('– ;')).toBe('')
})

test.each([
  ['Λάρνακα', 'Larnaca', 'larnaka', 'LARNAKA'],
  ['Πάφος', 'Paphos', 'Pafos'],
  ['Λευκωσία', 'Lefkosia', 'ΛΕΥΚΩΣΙΑ'],
  ['Δερύνεια', 'Deryneia', 'Dherinia', 'Derynia'],
  ['Αμμόχωστος', 'Ammochostos', 'Amokostos'],
  ['Παύλος', 'Pavlos'],
  ['Ευαγόρας', 'Evagoras'],
  ['Ψάθα', 'Psatha'],
  ['Ξυλοφάγου', 'Xylofagou', 'Xylophagou', 'Ksilofagu'],
  ['Άγγελος', 'Angelos'],
])('all spellings of %s are one', (...spellings) => {
  expect(new Set(spellings.map(skeleton))).toHaveLength(1)
})

test('different places stay different', () => {
  const names = ['Larnaca', 'Limassol', 'Paphos', 'Paralimni', 'Protaras', 'Pernera', 'Polis']
  expect(new Set(names.map(skeleton)).size).toBe(names.length)
})
