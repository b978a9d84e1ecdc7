import { Button } from './button.tsx'

type FilterBarProps = {
  /** The address of the list, without its query. */
  action: string
  /** The name of the form, and what a phone shows of it: "Filter". */
  summary: string
  /** On the button: "Show". */
  submit: string
  /** Leads back to the whole list; given while a filter is set. */
  clear?: { href: string; text: string } | undefined
  /** The other parts of the query, such as the order. */
  kept?: Record<string, string | undefined>
  /** The fields, from field.tsx. */
  children: React.ReactNode
}

/**
 * The filters of a list: a plain form whose answer has an address. On a narrow screen it is folded,
 * and open while a filter is set.
 */
export function FilterBar({ action, summary, submit, clear, kept = {}, children }: FilterBarProps) {
  return (
    <details className="filters not-printed" open={Boolean(clear)}>
      <summary>{summary}</summary>
      <form className="filter-bar" action={action} method="get" aria-label={summary}>
        {Object.entries(kept).map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
        )}
        {children}
        <div className="filter-acts">
          <Button>{submit}</Button>
          {clear && <a href={clear.href}>{clear.text}</a>}
        </div>
      </form>
    </details>
  )
}
