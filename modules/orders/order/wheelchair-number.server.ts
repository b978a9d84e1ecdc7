import { newReference } from '#platform/ids.server.ts'

/**
 * A number under which the company arranges a wheelchair space (docs/specification.md, section 5).
 */
export function newWheelchairNumber(): string {
  return `W-${newReference()}`
}
