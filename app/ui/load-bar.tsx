export type Leg = {
  /** Tells the legs of one ride apart. */
  key: string
  sold: number
  /** Not sold, yet not for sale: carts, offers, blocked seats. */
  held: number
  capacity: number
  /** The bar in words: "Nicosia to Larnaca Airport: 38 of 50 sold, 4 held". */
  text: string
}

type LoadBarsProps = {
  /** In the order of the road. */
  legs: readonly Leg[]
  /** Beside the bars, for the fullest leg: "38/50". It says in words if there are too many. */
  label: React.ReactNode
}

/** How full each leg of a departure is: one bar per leg, from left to right as the bus goes. */
export function LoadBars({ legs, label }: LoadBarsProps) {
  return (
    <span className="load">
      <span className="load-legs">
        {legs.map(({ key, ...leg }) => (
          <LoadBar key={key} {...leg} />
        ))}
      </span>
      <span className="load-label">{label}</span>
    </span>
  )
}

const WIDTH = 100
const HEIGHT = 12

/**
 * One leg. The frame is the capacity, unless more are taken: then the line in it is, and what lies
 * beyond is too many. Held seats are striped, so that no colour is needed to tell them from sold.
 */
export function LoadBar({ sold, held, capacity, text }: Omit<Leg, 'key'>) {
  const taken = sold + held
  const scale = WIDTH / Math.max(capacity, taken, 1)
  const over = Math.max(0, taken - capacity)
  const within = { sold: Math.min(sold, capacity), taken: Math.min(taken, capacity) }
  return (
    <svg
      className="load-bar"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn by the server
      role="img"
    >
      <title>{text}</title>
      <rect className="load-free" width={WIDTH} height={HEIGHT} />
      <rect className="load-sold" width={round(within.sold * scale)} height={HEIGHT} />
      <Stripes className="load-held" from={within.sold * scale} to={within.taken * scale} />
      {over > 0 && (
        <>
          <rect
            className="load-over"
            x={round(capacity * scale)}
            width={round(over * scale)}
            height={HEIGHT}
          />
          <path className="load-limit" d={`M${round(capacity * scale)} 0v${HEIGHT}`} />
        </>
      )}
    </svg>
  )
}

/** A line as thick as the bar is high, dashed. */
function Stripes({ className, from, to }: { className: string; from: number; to: number }) {
  if (to <= from) return null
  const middle = HEIGHT / 2
  return <path className={className} d={`M${round(from)} ${middle}H${round(to)}`} />
}

function round(length: number): number {
  return Math.round(length * 10) / 10
}
