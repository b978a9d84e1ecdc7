/** Facts of the refusals of acts on a departure, as their sentences need them. */
type Facts = {
  'no-such-departure': object
  'changed-meanwhile': { by: string; what: string; when: string }
  'not-running': object
  'has-left': { when: string | null }
  'not-left': object
  'broken-already': object
  'people-aboard': object
  'no-such-stop': object
  'journey-over': object
  'reported-already': { minutes: number }
  'minutes-missing': object
  'left-no-more': object
  'left-too-long-ago': { minutes: number; until: string }
  'boarded-beyond': object
  'closed-already': object
  'not-closed': object
  'over-full': { taken: number; from: string; to: string; seats: number }
  unchanged: object
  'seats-missing': object
  'directions-missing': object
  'language-missing': object
  'message-too-long': { most: number }
  'nobody-to-tell': object
  'cancelled-already': object
  'quote-changed': object
  'reason-missing': object
  'not-cancelled': object
  'not-withdrawn': object
  'on-sale-otherwise': object
  'no-such-vehicle': object
  'vehicle-sold': object
  'vehicle-in-workshop': { until: string }
  'vehicle-busy': { plate: string; time: string; from: string; to: string; until: string }
  'vehicle-unchanged': object
  'has-relief': object
  'no-first-vehicle': object
  'no-such-relief-duty': object
  'not-for-sale': object
  'seats-to-block-missing': object
  'not-so-many-free': { seatsLeft: number }
  'no-such-block': object
  'of-timetable': object
  'in-use': object
  'beyond-vehicle': { plate: string; seats: number; wheelchairs: number }
}

export type DepartureRefusal = keyof Facts

/** A sentence for every refusal, in every language. */
export type TellRefusal = { [Reason in DepartureRefusal]: (facts: Facts[Reason]) => string }
