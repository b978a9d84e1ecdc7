import { ActButton, ActForm } from '#app/components/office/act-form.tsx'
import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import * as paths from '#paths'

import type { ApprovalView, GivenRow } from './view.ts'

/** The requests that wait for a second member. */
export function Approvals({ approvals }: { approvals: ApprovalView[] }) {
  const { approvals: sentences } = translation().messages.office.today
  return (
    <section id="approvals" className="stack" aria-labelledby="approvals-title" tabIndex={-1}>
      <h2 id="approvals-title">{sentences.title}</h2>
      <p className="soft">{sentences.hint}</p>
      {approvals.map((approval) => (
        <Request key={approval.approvalId} approval={approval} />
      ))}
    </section>
  )
}

function Request({ approval }: { approval: ApprovalView }) {
  const { approvals: sentences } = translation().messages.office.today
  const { approvalId, kind, amount, who, reason, since, isOwn, about, to } = approval
  return (
    <div className="card stack">
      <p>
        <strong>{sentences.wants[kind](who, amount)}</strong>{' '}
        {to && <PageLink to={to}>{about}</PageLink>}
        <br />
        <span className="soft">{reason ? sentences.because(reason, since) : since}</span>
      </p>
      {isOwn ? (
        <p className="soft">{sentences.own}</p>
      ) : (
        <div className="row">
          <ActForm intent="confirm" confirm="L1">
            <input type="hidden" name="approval" value={approvalId} />
            <ActButton kind="action">{sentences.confirm(amount)}</ActButton>
          </ActForm>
          <ActForm intent="refuse">
            <input type="hidden" name="approval" value={approvalId} />
            <Button>{sentences.refuse(amount)}</Button>
          </ActForm>
        </div>
      )}
    </div>
  )
}

/** The sums of today by member and kind. */
export function Given({ given }: { given: GivenRow[] }) {
  const { given: sentences } = translation().messages.office.today
  return (
    <section className="stack" aria-labelledby="given-title">
      <h2 id="given-title">{sentences.title}</h2>
      <DataTable
        caption={sentences.title}
        isCaptionHidden
        columns={[
          { key: 'who', head: sentences.who, kind: 'name', cell: ({ who }) => who },
          { key: 'what', head: sentences.what, cell: ({ kind }) => sentences.kinds[kind] },
          { key: 'times', head: sentences.times, kind: 'number', cell: ({ times }) => times },
          { key: 'amount', head: sentences.amount, kind: 'number', cell: ({ amount }) => amount },
          {
            key: 'confirmed',
            head: sentences.confirmed,
            kind: 'number',
            cell: (row) => row.confirmed,
          },
        ]}
        rows={given}
        rowKey={({ key }) => key}
        empty={sentences.none}
        address={paths.office()}
      />
    </section>
  )
}
