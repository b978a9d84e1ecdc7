import { redirect } from 'react-router'

import { answerSheet } from '#app/http/sheet-response.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { localePath } from '#platform/locale.ts'
import type { SheetFormat } from '#platform/sheets/sheet.ts'

import { MAX_FILE_ROWS } from './max-file-rows.ts'
import { findReport, nameFile, pathOfRefusal } from './view.server.ts'

type Asked = { request: Request; name: string | undefined; url: URL }

/**
 * A report with every detail as a file, in the language of the path. One with too many rows is not
 * made: its page says so.
 */
export async function answerFile(format: SheetFormat, { request, name, url }: Asked) {
  const { report, asked } = await findReport(name, url, format)
  const { locale, messages } = translation()
  if (report.rows.length > MAX_FILE_ROWS[format]) {
    return redirect(localePath(locale, pathOfRefusal(asked.name, asked.period, format)), 303)
  }
  const sheet = {
    title: messages.office.reports.names[asked.name],
    locale,
    columns: report.columns,
    rows: report.rows.map(({ cells }) => cells),
    totals: report.totals,
  }
  return answerSheet(request, nameFile(asked), { format, sheet })
}
