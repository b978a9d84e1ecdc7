import { useId } from 'react'

import { PageLink } from '#app/components/page-link.tsx'

import type { Label } from './labels.ts'
import type { LineView, MapView, StopView } from './make-map.ts'

type RouteMapProps = {
  map: MapView
  title: string
  /** A text alternative for visitors who cannot see the map. */
  description: string
  /** The link of a stop's name; without it names are not links. */
  stopLink?: (stopId: string) => string
  /** One name for all stops around it, for screens too narrow for their own names. */
  area?: { name: string; stopIds: readonly string[] } | undefined
}

/**
 * The island with our lines. To a screen reader the drawing is one picture; the names of the stops
 * are links beside it, in the same frame.
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

/** A sample of a line's colour and dash pattern, beside its name in a list. */
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

/** Above all of its stops, at the nearer edge of the sheet. */
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

/** A fragment links within this page; a path links to a page in the current language. */
function Linked({ to, children }: { to: string; children: React.ReactNode }) {
  return to.startsWith('#') ? <a href={to}>{children}</a> : <PageLink to={to}>{children}</PageLink>
}

function placeOf({ x, y, dx, dy, anchor }: Label) {
  return { x, y, dx: `${dx}em`, dy: `${dy}em`, textAnchor: anchor }
}
