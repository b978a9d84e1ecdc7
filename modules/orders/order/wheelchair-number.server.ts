import { newReference } from '#platform/ids.server.ts'

/** The number under which the company arranges a wheelchair place (SPEC.md, section 5). */
export function newWheelchairNumber(): string {
  return `W-${newReference()}`
}
