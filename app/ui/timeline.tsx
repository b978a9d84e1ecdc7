import type { Tone } from './notice.tsx'

export type TimelineEvent = {
  key: string
  /** When it happened, as people read it: "Sun 22 Nov, 13:30". */
  time: string
  /** With date and offset. */
  dateTime: string
  what: React.ReactNode
  /** Beneath, in small type: a person, a job, a reason. */
  about?: React.ReactNode
  /** For the mark. The sentence says the same in words. */
  tone?: Tone
}

type TimelineProps = { label: string; events: readonly TimelineEvent[] }

/** The events of one thing, in the order in which the caller gives them. */
export function Timeline({ label, events }: TimelineProps) {
  return (
    <ol className="timeline" aria-label={label}>
      {events.map(({ key, time, dateTime, what, about, tone }) => (
        <li key={key} data-tone={tone}>
          <time dateTime={dateTime}>{time}</time>
          <div>
            <p>{what}</p>
            {about && <p className="soft small">{about}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}
