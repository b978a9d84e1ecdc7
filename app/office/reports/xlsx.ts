import type { Route } from './+types/xlsx'
import { answerFile } from './files.server.ts'

/** A report as an Excel file. */
export function loader({ request, params, url }: Route.LoaderArgs) {
  return answerFile('xlsx', { request, name: params.name, url })
}
