import { assert, constantFrom, integer, oneof, property, string } from 'fast-check'
import bindings from 'gtfs-realtime-bindings'
import { expect, test } from 'vitest'

import { encodeMessage, type Message } from './protobuf.ts'

/* Every object is read back by MobilityData's library as it was written. */

const { StopTimeUpdate } = bindings.transit_realtime.TripUpdate

const EVENT: Message = { fields: { delay: [1, 'number'], time: [2, 'number'] } }
const CALL: Message = {
  fields: {
    arrival: [2, EVENT],
    stopId: [4, 'text'],
    scheduleRelationship: [5, { names: { SCHEDULED: 0, SKIPPED: 1, NO_DATA: 2 } }],
  },
}

test('any numbers, texts, names and messages are read back as they were written', () => {
  const delay = integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })
  const time = oneof(
    integer({ min: 0, max: 300 }),
    integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
  ).map(String)
  const name = constantFrom('SCHEDULED', 'SKIPPED', 'NO_DATA')
  assert(
    property(delay, time, string({ unit: 'grapheme', maxLength: 300 }), name, (...values) => {
      const [seconds, moment, stopId, scheduleRelationship] = values
      const call = { arrival: { delay: seconds, time: moment }, stopId, scheduleRelationship }
      expect(StopTimeUpdate.decode(encodeMessage(CALL, call)).toJSON()).toEqual(call)
    }),
  )
})

test('an undefined field is left out, and an unknown field or name is a fault', () => {
  expect(encodeMessage(CALL, { stopId: undefined, scheduleRelationship: 'SKIPPED' })).toEqual(
    new Uint8Array([40, 1]),
  )
  expect(() => encodeMessage(CALL, { stop: 'A' })).toThrow('no field is called stop')
  expect(() => encodeMessage(CALL, { scheduleRelationship: 'LATE' })).toThrow('called LATE')
})
