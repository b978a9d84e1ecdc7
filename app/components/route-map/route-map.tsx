import { useId } from 'react'

import { PageLink } from '#app/components/page-link.tsx'

import type { Label } from './labels.ts'
import type { LineView, MapView, StopView } from './make-map.ts'

type RouteMapProps = {
  map: MapView
  title: string
  /** The same in words, for who does not see it. */
  description: string
  /** Where the name of a stop leads; without it names are not links. */
  stopLink?: (stopId: string) => string
  /** Stands for all the stops around it where there is no room for their names. */
  area?: { name: string; stopIds: readonly string[] } | undefined
}

/**
 * The island and our lines on it. The drawing is one picture to a screen reader; the names of the
 * stops are links beside it, in the same frame.
 */
export function RouteMap({ map, title, description, stopLink, area }: RouteMapProps) {
  const id = useId()
  const { width, height, lines, stops } = map
  const within = stops.filter(({ stopId }) => area?.stopIds.includes(stopId))
  return (
    <svg className="route-map" viewBox={`0 0 ${width} ${height}`} width={width} height={height}>
      {/* A picture of shapes within a larger drawing cannot be an <img>. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <g role="img" aria-labelledby={`${id}t`} aria-describedby={`${id}d`}>
        <title id={`${id}t`}>{title}</title>
        <desc id={`${id}d`}>{description}</desc>
        <path className="map-shelf" d={map.coast} />
        <path className="map-land" d={map.coast} />
        {lines.map(({ key, path, look }) => (
          <path key={key} className={`map-line look-${look}`} d={path} />
        ))}
        {lines.map((line) => (
          <LineName key={line.key} line={line} />
        ))}
        {stops.map(({ stopId, x, y, leader }) => (
          <g key={stopId}>
            {leader && <path className="map-leader" d={leader} />}
            <circle className="map-stop" cx={x} cy={y} />
          </g>
        ))}
      </g>
      {stops.map((stop) => (
        <g key={stop.stopId} className={within.includes(stop) ? 'map-near' : undefined}>
          <StopName stop={stop} to={stopLink?.(stop.stopId)} />
        </g>
      ))}
      {area && <AreaName name={area.name} stops={within} to={stopLink?.(area.stopIds[0] ?? '')} />}
    </svg>
  )
}

/** The colour and the dashes of a line, to stand beside its name in a list. */
export function LineSample({ look }: { look: number }) {
  return (
    <svg className="line-sample" viewBox="0 0 40 8" width="40" height="8" aria-hidden="true">
      <path className={`map-line look-${look}`} d="M2 4h36" />
    </svg>
  )
}

function LineName({ line: { codes, label, look } }: { line: LineView }) {
  return (
    <text className={`map-line-name look-${look}`} {...placeOf(label)}>
      {codes}
    </text>
  )
}

function StopName({ stop, to }: { stop: StopView; to: string | undefined }) {
  const name = (
    <text className="map-name" {...placeOf(stop.label)}>
      {stop.name}
    </text>
  )
  if (!to) return name
  const { x, y } = stop.leader ? { x: stop.label.x + 12, y: stop.label.y } : stop
  return (
    <Linked to={to}>
      <circle className="map-target" cx={x} cy={y} />
      {name}
    </Linked>
  )
}

/** Above all of its stops, at the edge of the sheet that is nearer. */
function AreaName({
  name,
  stops,
  to,
}: {
  name: string
  stops: StopView[]
  to: string | undefined
}) {
  const [first] = stops
  if (!first) return null
  const y = Math.min(...stops.map((stop) => stop.y))
  const x = Math.max(...stops.map((stop) => stop.x))
  const label = { x, y, dx: -1, dy: -1.2, anchor: 'middle' } as const
  const text = (
    <text className="map-name" {...placeOf(label)}>
      {name}
    </text>
  )
  return (
    <g className="map-far">
      {to ? (
        <Linked to={to}>
          <circle className="map-target" cx={first.x} cy={y} />
          {text}
        </Linked>
      ) : (
        text
      )}
    </g>
  )
}

/** A part of this page is reached as it is; a page of ours in the language being read. */
function Linked({ to, children }: { to: string; children: React.ReactNode }) {
  return to.startsWith('#') ? <a href={to}>{children}</a> : <PageLink to={to}>{children}</PageLink>
}

function placeOf({ x, y, dx, dy, anchor }: Label) {
  return { x, y, dx: `${dx}em`, dy: `${dy}em`, textAnchor: anchor }
}
