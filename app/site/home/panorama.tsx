import { DARK, GRAINY } from '#app/components/picture.tsx'
import { byNight, PICTURES } from '#app/components/pictures.ts'
import { Image } from '#app/ui/image.tsx'

const DAY = PICTURES['salt-lake']
/** As in panorama.css: a phone gets the middle of the picture, in its own format. */
const PHONE = '(max-width: 30rem)'
const ON_A_PHONE = { ratio: 12 / 5, sizes: '100vw', widest: 480 }

/** The first bus passes the salt lake, across the full width of the screen. */
export function Panorama({ size }: { size: { width: number; height: number } }) {
  return (
    <Image
      className="panorama"
      src={DAY}
      alt=""
      {...size}
      sizes="max(100vw, 38rem)"
      quality={GRAINY}
      cuts={[
        { media: `${PHONE} and ${DARK}`, src: byNight(DAY), ...ON_A_PHONE },
        { media: PHONE, src: DAY, ...ON_A_PHONE },
        { media: DARK, src: byNight(DAY) },
      ]}
      isFirst
    />
  )
}
