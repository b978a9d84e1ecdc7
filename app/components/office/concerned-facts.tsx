import type { Messages } from '#app/i18n/en.ts'
import { translation } from '#app/i18n/translation.ts'
import { Facts } from '#app/ui/parts.tsx'
import { formatEuros, type Cents } from '#platform/money.ts'

type Fact = Messages['office']['departure']['cancel']['facts'][number]['of']
type Concerned = Record<Fact, number> & { paid: Cents }

/** The passengers whom an act on one departure concerns, and the most that it can cost. */
export function ConcernedFacts({ concerned }: { concerned: Concerned }) {
  const { locale, messages } = translation()
  const { facts, atMost } = messages.office.departure.cancel
  return (
    <Facts
      facts={[
        ...facts
          .filter(({ of }) => of !== 'offered' || concerned.offered > 0)
          .map(({ of, name }) => ({ name, value: concerned[of] })),
        { name: atMost, value: formatEuros(concerned.paid, locale) },
      ]}
    />
  )
}
