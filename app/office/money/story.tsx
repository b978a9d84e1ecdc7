import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { DataTable } from '#app/ui/data-table.tsx'
import { Timeline } from '#app/ui/timeline.tsx'
import * as paths from '#paths'

import type { StoryView } from './view.ts'

/** Everything recorded about the money of a booking. */
export function Story({ story }: { story: StoryView }) {
  const { story: words } = translation().messages.office.money
  return (
    <>
      <section className="stack" aria-labelledby="events-title">
        <h2 id="events-title">{words.events}</h2>
        {story.events.length === 0 ? (
          <p className="soft">{words.noEvents}</p>
        ) : (
          <Timeline label={words.events} events={story.events} />
        )}
      </section>
      <Payments payments={story.payments} />
      <Refunds refunds={story.refunds} />
      <Ledger ledger={story.ledger} />
    </>
  )
}

function Payments({ payments }: Pick<StoryView, 'payments'>) {
  const { story: words } = translation().messages.office.money
  return (
    <DataTable
      caption={words.payments}
      columns={[
        {
          key: 'time',
          head: words.time,
          kind: 'name',
          cell: linkTo,
        },
        { key: 'state', head: words.state, cell: ({ state }) => state },
        { key: 'sums', head: words.sums, kind: 'number', cell: ({ sums }) => sums },
      ]}
      rows={payments}
      rowKey={({ id }) => id}
      empty=""
      address={paths.officeMoney()}
    />
  )
}

function Refunds({ refunds }: Pick<StoryView, 'refunds'>) {
  const { story: words, refund } = translation().messages.office.money
  return (
    <DataTable
      caption={words.refunds}
      columns={[
        {
          key: 'time',
          head: words.time,
          kind: 'name',
          cell: linkTo,
        },
        { key: 'state', head: words.state, cell: ({ state }) => state },
        { key: 'reason', head: refund.reason, cell: ({ reason }) => reason },
        { key: 'amount', head: words.amount, kind: 'number', cell: ({ amount }) => amount },
      ]}
      rows={refunds}
      rowKey={({ id }) => id}
      empty={words.noRefunds}
      address={paths.officeMoney()}
    />
  )
}

function Ledger({ ledger }: Pick<StoryView, 'ledger'>) {
  const { story: words } = translation().messages.office.money
  return (
    <DataTable
      caption={words.ledger}
      columns={[
        { key: 'time', head: words.time, cell: ({ time }) => time },
        { key: 'event', head: words.event, cell: ({ event }) => event },
        { key: 'account', head: words.account, cell: ({ account }) => account },
        { key: 'amount', head: words.amount, kind: 'number', cell: ({ amount }) => amount },
      ]}
      rows={ledger}
      rowKey={({ key }) => key}
      empty={words.noEntries}
      address={paths.officeMoney()}
    />
  )
}

function linkTo({ to, time }: { to: string; time: string }) {
  return <PageLink to={to}>{time}</PageLink>
}
