type BarChartProps = {
  /** The chart in one sentence with its main figure, for people who do not see it. */
  name: string
  /** The meanings of the bars of a group, at most two, in the order of their values. */
  series: readonly string[]
  groups: readonly { label: string; values: readonly number[] }[]
  /** The largest value as people read it: "€1,250". It stands beside the topmost line. */
  largest: string
}

/*
 * Widths are in percent, so that the chart fits its frame and its letters keep their size; heights
 * are in pixels.
 */
const TOP = 20
const BOTTOM = 140
const HEIGHT = 164
const MAX_LABELS = 8
/** Percent of the width that a letter of a label takes on a phone. */
const LETTER = 2.1

/**
 * Bars in groups, such as the hours of a day, drawn by the server. The caller gives the same
 * figures in a table beside it. Later series are outlined, so that no colour tells them apart.
 */
export function BarChart({ name, series, groups, largest }: BarChartProps) {
  const max = Math.max(1, ...groups.flatMap(({ values }) => values))
  const step = 100 / Math.max(1, groups.length)
  const labels = placeLabels(groups.map(({ label }) => label))
  return (
    <figure className="chart">
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn by the server */}
      <svg width="100%" height={HEIGHT} role="img">
        <title>{name}</title>
        <line className="chart-line" x1="0" x2="100%" y1={TOP} y2={TOP} />
        <line className="chart-base" x1="0" x2="100%" y1={BOTTOM} y2={BOTTOM} />
        <text x="0" y={TOP - 6}>
          {largest}
        </text>
        {groups.map(({ label, values }, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- labels may repeat, and nothing moves
          <g key={place}>
            {values.map((value, turn) => (
              <Bar
                key={series[turn]}
                turn={turn}
                from={step * (place + GAP + (turn * (1 - 2 * GAP)) / values.length)}
                width={(step * (1 - 2 * GAP)) / values.length}
                height={(value / max) * (BOTTOM - TOP)}
              />
            ))}
            {labels[place] && (
              <text y={HEIGHT - 6} {...labels[place]}>
                {label}
              </text>
            )}
          </g>
        ))}
      </svg>
      {series.length > 1 && <Legend series={series} />}
    </figure>
  )
}

const LINE_HEIGHT = 18
const BAR_HEIGHT = 12
const BETWEEN_GROUPS = 10

type NameChartProps = {
  /** As of a bar chart. */
  name: string
  series: readonly string[]
  /** `texts`: the values as people read them. */
  groups: readonly { label: string; values: readonly number[]; texts: readonly string[] }[]
}

/** Bars that lie beneath their names, which are too long to stand side by side on a phone. */
export function NameChart({ name, series, groups }: NameChartProps) {
  const max = Math.max(1, ...groups.flatMap(({ values }) => values))
  const height = LINE_HEIGHT + series.length * BAR_HEIGHT + BETWEEN_GROUPS
  return (
    <figure className="chart">
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn by the server */}
      <svg width="100%" height={groups.length * height} role="img">
        <title>{name}</title>
        {groups.map(({ label, values, texts }, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- labels may repeat, and nothing moves
          <g key={place}>
            <text x="0" y={place * height + LINE_HEIGHT - 5}>
              {label}
            </text>
            <text x="100%" y={place * height + LINE_HEIGHT - 5} textAnchor="end">
              {texts.join(' · ')}
            </text>
            {values.map((value, turn) => (
              <rect
                key={series[turn]}
                className={`chart-bar chart-bar-${turn + 1}`}
                x="0"
                width={`${round((value / max) * 100)}%`}
                y={place * height + LINE_HEIGHT + turn * BAR_HEIGHT}
                height={BAR_HEIGHT - 1}
              />
            ))}
          </g>
        ))}
      </svg>
      {series.length > 1 && <Legend series={series} />}
    </figure>
  )
}

/** Beside a group, as a part of its width. */
const GAP = 0.12

type LabelPlace = Pick<React.SVGProps<SVGTextElement>, 'x' | 'textAnchor'>

/**
 * In the middle beneath each group if all of them fit side by side; otherwise some of them, flush
 * with the left edge of their groups.
 */
function placeLabels(labels: readonly string[]): (LabelPlace | undefined)[] {
  const width = LETTER * Math.max(1, ...labels.map(({ length }) => length))
  const step = 100 / Math.max(1, labels.length)
  if (width <= step) {
    return labels.map((_, place) => ({
      x: `${round(step * (place + 0.5))}%`,
      textAnchor: 'middle',
    }))
  }
  const most = Math.min(MAX_LABELS, Math.max(1, Math.floor(100 / (width + LETTER))))
  const every = Math.ceil(labels.length / most)
  return labels.map((_, place) => {
    const isShown = place % every === 0 && (place === 0 || step * place + width <= 100)
    return isShown ? { x: `${round(step * place)}%`, textAnchor: 'start' } : undefined
  })
}

type BarProps = { turn: number; from: number; width: number; height: number }

function Bar({ turn, from, width, height }: BarProps) {
  if (height === 0) return null
  return (
    <rect
      className={`chart-bar chart-bar-${turn + 1}`}
      x={`${round(from)}%`}
      width={`${round(width)}%`}
      y={round(BOTTOM - height)}
      height={round(height)}
    />
  )
}

function Legend({ series }: { series: readonly string[] }) {
  return (
    <figcaption className="chart-legend">
      {series.map((text, turn) => (
        <span key={text}>
          <svg width="12" height="12" aria-hidden="true">
            <rect
              className={`chart-bar chart-bar-${turn + 1}`}
              x="1"
              y="1"
              width="10"
              height="10"
            />
          </svg>
          {text}
        </span>
      ))}
    </figcaption>
  )
}

function round(length: number): number {
  return Math.round(length * 100) / 100
}
