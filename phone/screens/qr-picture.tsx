import { QUIET_DOTS, type QrPath } from '#modules/documents/qr.ts'

type QrProps = React.ComponentProps<'svg'> & { picture: QrPath | undefined; pathId?: string }

/** A QR code with the white margin that it needs; empty before it is drawn. */
export function QrPicture({ picture, pathId, ...rest }: QrProps) {
  const side = (picture?.dots ?? 0) + 2 * QUIET_DOTS
  const from = -QUIET_DOTS
  return (
    <svg viewBox={`${from} ${from} ${side} ${side}`} shapeRendering="crispEdges" {...rest}>
      <path id={pathId} d={picture?.path} />
    </svg>
  )
}
