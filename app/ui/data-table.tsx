import { Icon } from './icons.tsx'
import type { Tone } from './notice.tsx'
import { withQuery } from './with-query.ts'

export type Column<Row> = {
  /** The name of the column in `?sort=`. */
  key: string
  /** Also stands before the value where the rows are stacked, on a phone. */
  head: string
  cell: (row: Row) => React.ReactNode
  /** `name` is the head of its row and holds its link; `number` is set flush right and never cut. */
  kind?: 'name' | 'number'
  /** Given to columns that sort: the order at the first press. A second press reverses it. */
  sorts?: 'ascending' | 'descending'
}

type DataTableProps<Row> = {
  caption: string
  isCaptionHidden?: boolean
  /**
   * Has more columns than a laptop has room for. The table then scrolls in a region of its own, which
   * the keyboard reaches, and the heads of its columns no longer stay in sight.
   */
  isWide?: boolean
  /** Has two or three short columns, which a phone has room for: its rows are never stacked. */
  isSlim?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Tells rows apart; with `name` it is also the id of the row: `departure-<key>`. */
  rowKey: (row: Row) => string
  name?: string
  /** The edge of a row that needs attention. A cell of the row says the same in words. */
  rowTone?: (row: Row) => Tone | undefined
  /** Instead of the table if there are no rows: what that means, and what to do next. */
  empty: React.ReactNode
  /** The address of this page with its query, from which the links to sort and to turn are made. */
  address: string
  /** The value of `?sort=`: the key of a column, after a minus if descending. */
  sort?: string
  pages?: Pages
}

/** Links to the rows before and after these, by keyset: `?before=` and `?after=`. */
export type Pages = {
  /** The name of these links for screen readers. */
  label: string
  earlier?: { text: string; before: string } | undefined
  next?: { text: string; after: string } | undefined
}

/**
 * A list of the office. It is sorted and cut by the server, so every view has an address, which can
 * be sent to a colleague. A narrow frame stacks the cells of each row below one another.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, isCaptionHidden, isWide, isSlim, rows, empty, address, pages } = props
  if (rows.length === 0) {
    return (
      <div className="data-table">
        {!isCaptionHidden && <p className="data-table-caption">{caption}</p>}
        <p className="data-table-empty">{empty}</p>
        {pages && <PageLinks address={address} {...pages} />}
      </div>
    )
  }
  return (
    <div className={isSlim ? 'data-table data-table-slim' : 'data-table'}>
      {isWide ? (
        <section
          className="data-table-region"
          aria-label={caption}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- to scroll it by the keyboard
          tabIndex={0}
        >
          <Lines {...props} />
        </section>
      ) : (
        <Lines {...props} />
      )}
      {pages && <PageLinks address={address} {...pages} />}
    </div>
  )
}

function Lines<Row>(props: DataTableProps<Row>) {
  const { caption, isCaptionHidden, rows, rowKey } = props
  return (
    <table>
      <caption className={isCaptionHidden ? 'visually-hidden' : undefined}>{caption}</caption>
      <Head {...props} />
      <tbody>
        {rows.map((row) => (
          <TableRow key={rowKey(row)} row={row} {...props} />
        ))}
      </tbody>
    </table>
  )
}

function Head<Row>({ columns, address, sort }: DataTableProps<Row>) {
  return (
    <thead>
      <tr>
        {columns.map(({ key, head, kind, sorts }) => {
          const order = orderOf(sort, key)
          return (
            <th key={key} scope="col" data-kind={kind} aria-sort={order}>
              {sorts ? (
                <a href={sortAddress(address, { key, order, first: sorts })}>
                  {head}
                  {order && <Icon name="chevron" />}
                </a>
              ) : (
                head
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

type Order = 'ascending' | 'descending'

function orderOf(sort: string | undefined, key: string): Order | undefined {
  if (sort === key) return 'ascending'
  return sort === `-${key}` ? 'descending' : undefined
}

type Sorting = { key: string; order: Order | undefined; first: Order }

/** Another order begins at the first page. */
function sortAddress(address: string, { key, order, first }: Sorting): string {
  const reversed = order === 'ascending' ? 'descending' : 'ascending'
  const wanted = order ? reversed : first
  const sort = wanted === 'descending' ? `-${key}` : key
  return withQuery(address, { sort, before: null, after: null })
}

function TableRow<Row>({
  row,
  columns,
  rowKey,
  name,
  rowTone,
}: DataTableProps<Row> & { row: Row }) {
  return (
    <tr id={name && `${name}-${rowKey(row)}`} data-tone={rowTone?.(row)}>
      {columns.map(({ key, head, kind, cell }) =>
        kind === 'name' ? (
          <th key={key} scope="row" data-head={head}>
            <div>{cell(row)}</div>
          </th>
        ) : (
          <td key={key} data-kind={kind} data-head={head}>
            <div>{cell(row)}</div>
          </td>
        ),
      )}
    </tr>
  )
}

function PageLinks({ address, label, earlier, next }: Pages & { address: string }) {
  if (!earlier && !next) return null
  return (
    <nav className="data-table-pages not-printed" aria-label={label}>
      {earlier && (
        <a href={withQuery(address, { before: earlier.before, after: null })} rel="prev">
          {earlier.text}
        </a>
      )}
      {next && (
        <a href={withQuery(address, { after: next.after, before: null })} rel="next">
          {next.text}
        </a>
      )}
    </nav>
  )
}
