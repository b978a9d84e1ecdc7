import type { Clock } from '#app/live/cart.ts'
import { attributes } from '#app/live/contract.ts'

/** Further details, closed at first; opens without script. */
export function Details({ summary, children, ...rest }: DetailsProps) {
  return (
    <details className="details" {...rest}>
      <summary>{summary}</summary>
      <div>{children}</div>
    </details>
  )
}

type DetailsProps = React.ComponentProps<'details'> & { summary: React.ReactNode }

/** Names and values in a line, such as duration, first bus, last bus. */
export function Facts({ facts }: { facts: readonly { name: string; value: React.ReactNode }[] }) {
  return (
    <dl className="facts">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type ClockProps = {
  /** The displayed time: 08:30. */
  time: string
  /**
   * With date and offset where they are known; otherwise the time of day is machine-readable as it
   * is.
   */
  dateTime?: string
  /** The text after a time on a later date: "+1 day". */
  later?: string | undefined
}

/** A time, the largest element in its row. */
export function Clock({ time, dateTime, later }: ClockProps) {
  if (!later) {
    return (
      <time className="clock" dateTime={dateTime}>
        {time}
      </time>
    )
  }
  return (
    <span className="clock">
      <time dateTime={dateTime}>{time}</time>
      <sup> {later}</sup>
    </span>
  )
}

/** An amount, already formatted. `large` for a total. */
export function Price({ children, large }: { children: React.ReactNode; large?: boolean }) {
  return <span className={large ? 'price price-large' : 'price'}>{children}</span>
}

/** The stops of a line from first to last, drawn as on a bus map. */
export function Line({ stops }: { stops: readonly { key: string; label: React.ReactNode }[] }) {
  return (
    <ol className="line">
      {stops.map(({ key, label }) => (
        <li key={key}>{label}</li>
      ))}
    </ol>
  )
}

type CountdownProps = {
  /** The end, in milliseconds since 1970; read by the page's script, if it has one. */
  endsAt: number
  /** The server's time when the page was made, since a browser's clock may be wrong. */
  madeAt: number
  /** The fallback without script: the clock time of the end. */
  children: React.ReactNode
}

/** The place of a countdown. Screen readers do not announce each second; they read the end time. */
export function Countdown({ endsAt, madeAt, children }: CountdownProps) {
  return (
    <span
      className="figures"
      role="timer"
      aria-live="off"
      {...attributes<Clock>({ endsAt, madeAt })}
    >
      {children}
    </span>
  )
}
