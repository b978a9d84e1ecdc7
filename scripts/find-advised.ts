import { satisfies } from 'semver'
import { z } from 'zod'

import type { LockedPackage } from './locked-packages.ts'

/** The fields used from GitHub's advisories: https://docs.github.com/rest/security-advisories */
const ADVISORIES = z.array(
  z.object({
    ghsa_id: z.string(),
    summary: z.string(),
    vulnerabilities: z.array(
      z.object({
        package: z.object({ ecosystem: z.string(), name: z.string() }),
        vulnerable_version_range: z.string(),
      }),
    ),
  }),
)

type Advised = Pick<LockedPackage, 'name' | 'version'> & {
  advisory: z.infer<typeof ADVISORIES>[number]
}

/** The packages with a vulnerability, by the version ranges of each advisory. */
export function findAdvised(advisories: unknown, packages: readonly LockedPackage[]): Advised[] {
  const byName = Map.groupBy(packages, ({ name }) => name)
  return ADVISORIES.parse(advisories).flatMap((advisory) =>
    advisory.vulnerabilities
      .filter((one) => one.package.ecosystem === 'npm')
      .flatMap((one) => {
        const range = one.vulnerable_version_range.replaceAll(',', ' ')
        const some = byName.get(one.package.name) ?? []
        return some
          .filter(({ version }) => satisfies(version, range, { includePrerelease: true }))
          .map(({ name, version }) => ({ name, version, advisory }))
      }),
  )
}
