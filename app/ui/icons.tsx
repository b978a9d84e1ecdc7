/*
 * Icons of one stroke on a 24 px grid, for use from 14 px. They accompany words and never replace
 * them.
 */

type IconProps = { name: IconName }

export type IconName = keyof typeof SHAPES

const SHAPES = {
  arrow: 'M4 12h15m-6-6 6 6-6 6',
  bus: 'M5 17V6.5A2.5 2.5 0 0 1 7.5 4h9A2.5 2.5 0 0 1 19 6.5V17zm0-5h14M8 17v3m8-3v3',
  calendar: 'M4 6.5h16V20H4zm0 4.5h16M8 3.5v5m8-5v5',
  cart: 'M3 4h2.5l2.2 11h10.6L20.5 7.5H6.2M9 19.5h.1m8.4 0h.1',
  check: 'm5 12.5 4.5 4.5L19 7',
  chevron: 'm9 5 7 7-7 7',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 8v4.5l3 2',
  cross: 'm6 6 12 12M18 6 6 18',
  download: 'M12 4v11m-5-4.5 5 5 5-5M5 20h14',
  globe:
    'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM3.5 12h17M12 3.5c-5 5-5 12 0 17 5-5 5-12 0-17z',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5.5m0-9v.1',
  luggage:
    'M7 8h10a1.5 1.5 0 0 1 1.5 1.5V19h-13V9.5A1.5 1.5 0 0 1 7 8zm2 0V4.5h6V8M8 19v1.5m8-1.5v1.5M9.5 11.5v4m5-4v4',
  mail: 'M3.5 6h17v12.5h-17zm.5.5 8 7 8-7',
  pin: 'M12 21s6.5-6 6.5-11a6.5 6.5 0 0 0-13 0C5.5 15 12 21 12 21zm0-8.5a2.3 2.3 0 1 1 0-4.6 2.3 2.3 0 0 1 0 4.6z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  phone:
    'M6.5 3.5h3l1.5 4.5-2 1.5a11 11 0 0 0 5.5 5.5l1.5-2 4.5 1.5v3a2 2 0 0 1-2.2 2A17 17 0 0 1 4.5 5.7a2 2 0 0 1 2-2.2z',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  seat: 'M7 4v9h8.5M7 13l1 4h8.5l1.5 3.5M5 20h7',
  swap: 'M4 8.5h15m-4-4 4 4-4 4M20 15.5H5m4-4-4 4 4 4',
  ticket: 'M3.5 6.5h17v4a1.6 1.6 0 0 0 0 3v4h-17v-4a1.6 1.6 0 0 0 0-3zm11 0v11',
  traveller:
    'M12 4a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM4.5 20.5c.5-4.5 3.5-6.5 7.5-6.5s7 2 7.5 6.5',
  warning: 'M12 4 2.8 19.5h18.4zm0 6v4.5m0 2.5v.1',
  wheelchair: 'M10 4.2v.1M10 7.5v6.5h5.5l2.5 5h2M10 10.5h4.5M8 12a4.8 4.8 0 1 0 6.4 6',
}

export const ICON_NAMES = Object.keys(SHAPES) as IconName[]

/** Takes the colour of the surrounding text and, unless its container says otherwise, its size. */
export function Icon({ name }: IconProps) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={SHAPES[name]} />
    </svg>
  )
}
