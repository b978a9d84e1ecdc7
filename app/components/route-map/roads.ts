import type { Side } from './labels.ts'

export type Place = readonly [latitude: number, longitude: number]

/**
 * The roads between consecutive stops in one direction; the other direction uses the same road.
 * Drawn by hand from well-known places, accurate to a kilometre or two. Lines that share a road
 * name the same places, by which the map recognises the shared stretch.
 */
const NICOSIA_TO_PERA: Place[] = [
  [35.12, 33.37],
  [35.06, 33.38],
  [35.02, 33.38],
]
const KALO_CHORIO_TO_AIRPORT: Place[] = [
  [34.91, 33.57],
  [34.88, 33.59],
]
const KOFINOU_TO_PAPHOS: Place[] = [
  [34.84, 33.39],
  [34.81, 33.35],
  [34.77, 33.33],
  [34.73, 33.27],
  [34.73, 33.21],
  [34.72, 33.15],
  [34.71, 33.03],
  [34.69, 32.99],
  [34.69, 32.93],
  [34.69, 32.88],
  [34.7, 32.85],
  [34.69, 32.78],
  [34.68, 32.7],
  [34.67, 32.64],
  [34.69, 32.59],
  [34.72, 32.53],
  [34.71, 32.51],
]

export const ROADS: Record<string, readonly Place[]> = {
  'NIC LCA': [
    ...NICOSIA_TO_PERA,
    [35, 33.4],
    [34.99, 33.46],
    [34.99, 33.5],
    [34.96, 33.57],
    ...KALO_CHORIO_TO_AIRPORT,
  ],
  'NIC PFO': [
    ...NICOSIA_TO_PERA,
    [34.97, 33.41],
    [34.92, 33.4],
    [34.86, 33.39],
    ...KOFINOU_TO_PAPHOS,
  ],
  'LCA PFO': [
    ...KALO_CHORIO_TO_AIRPORT.toReversed(),
    [34.87, 33.49],
    [34.84, 33.41],
    ...KOFINOU_TO_PAPHOS,
  ],
  'LCA AYN': [
    ...KALO_CHORIO_TO_AIRPORT.toReversed(),
    [34.95, 33.57],
    [34.96, 33.59],
    [34.97, 33.64],
    [34.99, 33.69],
    [35, 33.73],
    [34.98, 33.79],
    [34.97, 33.85],
    [34.99, 33.93],
    [34.99, 33.96],
  ],
  'AYN PRO': [
    [34.99, 34.01],
    [34.98, 34.04],
    [34.98, 34.05],
    [35, 34.06],
  ],
  'PRO PAR': [
    [35.04, 34.03],
    [35.05, 34.01],
  ],
  'PAR DER': [[35.05, 33.97]],
}

/** The position of a line's name: beside a place that no other line passes. */
export const LINE_NAMES: Record<string, { at: Place; side: Side }> = {
  'NIC LCA': { at: [35, 33.41], side: 'above-right' },
  'NIC PFO': { at: [34.915, 33.4], side: 'left' },
  'LCA PFO': { at: [34.865, 33.47], side: 'below' },
  'LCA AYN PRO PAR DER': { at: [34.98, 33.8], side: 'above' },
}

/** The side of a stop on which its name covers no road; by default the right. */
export const STOP_SIDES: Record<string, Side> = { NIC: 'above', PFO: 'below', LCA: 'right' }
