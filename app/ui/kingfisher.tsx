import { mark } from '#operator'

/** The logo. The name is beside it. */
export function Kingfisher() {
  return (
    <svg viewBox={`0 0 ${mark.size} ${mark.size}`} aria-hidden="true">
      <path fill={mark.wing.color} d={mark.wing.path} />
      <path fill={mark.breast.color} d={mark.breast.path} />
      <path fill="currentColor" d={mark.beak.path} />
    </svg>
  )
}
