import { encodeQR } from 'qr'

/** A QR code as a picture of one path, drawn on white in every scheme, since readers expect that. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 3 })
  const dots = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return (
    <svg
      className="qr-code"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn by the server
      role="img"
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      width="220"
      height="220"
      shapeRendering="crispEdges"
    >
      <title>{label}</title>
      <path fill="#fff" d={`M0 0h${rows.length}v${rows.length}H0z`} />
      <path fill="#000" d={dots.join('')} />
    </svg>
  )
}
