import { translation } from '#app/i18n/translation.ts'
import { Facts } from '#app/ui/parts.tsx'
import type { Concerned } from '#modules/incidents/concerned.server.ts'
import { formatEuros } from '#platform/money.ts'

/** Those whom an act on one departure concerns, and the most that it can cost. */
export function ConcernedFacts({ concerned }: { concerned: Concerned }) {
  const { locale, messages } = translation()
  const { facts, atMost } = messages.office.departure.cancel
  return (
    <Facts
      facts={[
        ...facts.map(({ of, name }) => ({ name, value: concerned[of] })),
        { name: atMost, value: formatEuros(concerned.paid, locale) },
      ]}
    />
  )
}
