import { newReference } from '#platform/ids.server.ts'

/**
 * A number under which the company arranges a wheelchair space (docs/specification.md).
 */
export function newWheelchairNumber(): string {
  return `W-${newReference()}`
}
