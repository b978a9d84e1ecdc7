import airportHall from '#app/art/airport-hall.svg?url'
import coach from '#app/art/coach.svg?url'
import crew from '#app/art/crew.svg?url'
import nicosia from '#app/art/nicosia.svg?url'
import paphosCoast from '#app/art/paphos-coast.svg?url'
import schoolBus from '#app/art/school-bus.svg?url'
import vipCar from '#app/art/vip-car.svg?url'
import wheelchairLift from '#app/art/wheelchair-lift.svg?url'
import type { Service } from '#modules/enquiries/forms.ts'

const PICTURES = {
  'airline-crew-transport': crew,
  'airport-hall': airportHall,
  'coach-hire': coach,
  nicosia,
  'private-hire': paphosCoast,
  'school-service': schoolBus,
  'vip-taxi': vipCar,
  'wheelchair-accessible-transport': wheelchairLift,
} satisfies Record<Service, string> & Record<string, string>

type PictureProps = {
  /** What it shows; a service is shown by its own. */
  of: keyof typeof PICTURES
  /** Seen at once, so it is not left for later. */
  isFirst?: boolean
}

/** A drawing of ours. It says nothing that the words beside it do not say. */
export function Picture({ of, isFirst = false }: PictureProps) {
  const later = isFirst ? {} : { loading: 'lazy' as const }
  return <img className="picture" src={PICTURES[of]} alt="" width="480" height="300" {...later} />
}
