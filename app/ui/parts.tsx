/** More for who wants it; opens without script. */
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
  /** As people read it: 08:30. */
  time: string
  /** With date and offset, where they are known; a time of day alone is read by machines as it is. */
  dateTime?: string
  /** Said after it when it belongs to another date: "+1 day". */
  later?: string | undefined
}

/** A time as the largest thing in its row. */
export function Clock({ time, dateTime, later }: ClockProps) {
  return (
    <span className="clock">
      <time dateTime={dateTime}>{time}</time>
      {later && <sup> {later}</sup>}
    </span>
  )
}

/** An amount, already in words. `large` for a total. */
export function Price({ children, large }: { children: React.ReactNode; large?: boolean }) {
  return <span className={large ? 'price price-large' : 'price'}>{children}</span>
}

/** The stops of a line from first to last, drawn as on a map of buses. */
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
  /** The moment it ends, as milliseconds since 1970; read by the script of the page that has one. */
  endsAt: number
  /** What is shown without script: the clock time at which it ends. */
  children: React.ReactNode
}

/** The place of a countdown. It is not announced as it runs: whoever listens hears the end time. */
export function Countdown({ endsAt, children }: CountdownProps) {
  return (
    <span className="figures" role="timer" aria-live="off" data-ends-at={endsAt}>
      {children}
    </span>
  )
}
