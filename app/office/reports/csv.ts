import type { Route } from './+types/csv'
import { answerFile } from './files.server.ts'

/** A report as a CSV file. */
export function loader({ request, params, url }: Route.LoaderArgs) {
  return answerFile('csv', { request, name: params.name, url })
}
