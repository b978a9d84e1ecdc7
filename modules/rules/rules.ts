import { cents, type Cents } from '#platform/money.ts'

/*
 * Every number that the company promises, once. The code applies these and the texts are filled in
 * from them, so the two cannot disagree. Their consequences for one bus or one order are in
 * deadlines.ts, retention periods in kept.ts, and what the law demands of drivers in driving-law.ts.
 * The rate of VAT is the setting VAT_PERCENT (platform/settings/env.server.ts). "Terms" are the page
 * of that name.
 */

/**
 * Minutes before departure at which passengers must be at their stop (docs/specification.md;
 * terms).
 */
export const BE_THERE_MINUTES = 10
/** Kilograms of luggage that each passenger may bring (docs/specification.md; terms). */
export const LUGGAGE_KG = 20

/**
 * Hours before departure until which a ride can be cancelled or changed (docs/specification.md;
 * terms).
 */
export const NOTICE_HOURS = 24
/**
 * Kept from a refund, however many rides and passengers are cancelled at once
 * (docs/specification.md).
 */
export const FEE_PER_REFUND = cents(100)
/** The cancellation terms under which a ride was sold. */
export type RefundTerms = { noticeHours: number; fee: Cents }
/** For new sales. Rides already sold keep the terms on their booking. */
export const REFUND_TERMS: RefundTerms = { noticeHours: NOTICE_HOURS, fee: FEE_PER_REFUND }
/** Working days within which most banks show a refund (mails about refunds). */
export const REFUND_SHOWN_DAYS = { min: 3, max: 10 } as const

/** Minutes for which seats are off sale for a visitor, and once more on request (terms). */
export const HOLD_MINUTES = 15
/** Minutes after which unpaid seats go back on sale, however often they were extended (terms). */
export const MAX_HOLD_MINUTES = 60
/** Minutes by which staff extend the hold of an unpaid order, once. */
export const STAFF_HOLD_MINUTES = 60
/** Unpaid places of one network from which its new holds are short and cannot be extended. */
export const MUCH_UNPAID = 30
/** Minutes of such a short hold (terms). */
export const SHORT_HOLD_MINUTES = 5
/** Minutes after which seats of a short hold go back on sale, however often rides are added. */
export const MAX_SHORT_HOLD_MINUTES = 15
/**
 * Part of one bus that a network may hold without paying: a fifth, but always the largest party …
 */
export const UNPAID_OF_A_BUS = { share: 0.2, min: 15 }
/** … for all networks of one /48 of IPv6 together two fifths, but no less than one of them … */
export const UNPAID_OF_A_RING = { share: 0.4, min: 15 }
/** … of all networks together, without a contact, a half: then a contact is asked for first … */
export const NAMELESS_OF_A_BUS = { share: 0.5, min: 15 }
/**
 * … and the maximum over all buses, including places being paid for: four such parties with a
 * return.
 */
export const MAX_UNPAID = 120

/** Minutes before boarding at which seats stop being sold to new buyers (terms). */
export const SALE_CLOSES_MINUTES = 30
/**
 * Seats of each leg that no phone sells at the door: they are for travellers who missed their bus, and
 * for those who come early (docs/specification.md).
 */
export const DOOR_RESERVE_SEATS = 2
/** People in one sale at the door; a larger party is sold as two. */
export const MAX_WALK_UP_PARTY = 8
/** Minutes within which the last sale at a door can be undone there, while nobody else has scanned its ticket. */
export const UNDO_SALE_MINUTES = 15
/** Sales that a phone can make without a network. */
export const BLANK_TICKETS = 16
/** Days within which a phone reports a sale, if its seats are to be kept in the books as sold. */
export const WALK_UP_REPORT_DAYS = 30
/** Minutes before boarding until which held seats can be paid for (terms). */
export const PAY_UNTIL_MINUTES = 10
/**
 * Hours before boarding until which a wheelchair space can be arranged (docs/specification.md;
 * terms).
 */
export const WHEELCHAIR_NOTICE_HOURS = 24
/** Months ahead for which seats are sold; calendars of the timetable may run until 2099. */
export const BOOKING_MONTHS = 18

/** Minutes for which a payment page stays open at the provider, for an order or a surcharge. */
export const PAYMENT_PAGE_MINUTES = 15
/** Minutes below which no such page is opened: less is too short to fetch a card. */
export const MIN_PAYMENT_PAGE_MINUTES = 3
/** Minutes between the closing of the page and the release of a first order's seats. */
export const PAYMENT_PAGE_CLOSES_MINUTES = 5

/**
 * Payments of lost orders that one search for them refunds without a person: a failover loses a few
 * seconds of sales, a restored backup hours of them.
 */
export const MAX_LOST_REFUNDS = 20

/**
 * Days within which a refund of the till is paid out there; afterwards staff find another way to pay
 * it.
 */
export const PAY_OUT_DAYS = 14

/** Rides in one cart, all with one expiry (terms). */
export const MAX_RIDES = 4
/** Passengers of one ride, infants included; a larger party hires a coach (terms). */
export const MAX_PASSENGERS = 15
/**
 * Years of age on the day of travel from which an infant is a child (docs/specification.md; terms).
 */
export const CHILD_FROM_AGE = 2
/**
 * Years of age on the day of travel from which a child is an adult (docs/specification.md; terms).
 */
export const ADULT_FROM_AGE = 13

/** Minutes after buying within which a wrong date is corrected free, once for each ride (terms). */
export const CORRECTION_MINUTES = 60
/** Hours before departure from which a traveller who will miss the bus may take a later one … */
export const MISSED_FROM_HOURS = 3
/**
 * … and hours after it until which they may (docs/specification.md: valid for the next
 * scheduled transfer).
 */
export const MISSED_UNTIL_HOURS = 24
/** Hour of the morning at which the last buses of the night before have left. */
export const NIGHT_ENDS_AT = 4
/**
 * Hours after the planned departure of a cancelled bus at which travellers who made no choice are
 * refunded (terms).
 */
export const HOURS_TO_CHOOSE = 24

/*
 * The choice of the passengers of a bus that does not run (terms): seats on other buses are kept
 * for them until a moment that they are told, together with what happens if they do not answer.
 */

/** Minutes for which kept seats can be chosen at least … */
export const MIN_CHOICE_MINUTES = 20
/** … hours for which they can be chosen at most, or until the end of that night … */
export const MAX_CHOICE_HOURS = 12
/** … and minutes before a bus, the cancelled one or the one that is offered, until which. */
export const CHOICE_ENDS_MINUTES = 45
/** Minutes beyond that for which the seats are kept, so that a late job still finds them. */
export const CHOICE_GRACE_MINUTES = 10
/**
 * Minutes from now within which no bus is offered, since passengers must read the mail and get
 * there.
 */
export const OFFER_LEAD_MINUTES = 30
/** Hours before a cancelled bus from which an earlier one is offered at short notice … */
export const OFFER_EARLIER_HOURS = 3
/** … and hours of notice from which any earlier one of its day is. */
export const OFFER_NOTICE_HOURS = 3
/** Other buses that are offered to one party at most. */
export const MOST_OFFERS = 6
/** Hours of the evening and of the morning between which no time to choose ends, if the buses leave later. */
export const NIGHT_FROM_HOUR = 22
export const NIGHT_UNTIL_HOUR = 8
/** Hours after a cancelled bus within which a later bus is offered. */
export const OFFER_LATER_HOURS = 24
/** The share of the free seats of a bus that may be kept for passengers of others. */
export const OFFERED_SHARE = 0.6
/** Hours within which a later bus leaves to which passengers who do not answer are moved (terms). */
export const MOVED_WITHIN_HOURS = 3
/** Minutes of delay from which passengers are told, and again for as many further ones (terms). */
export const TELL_FROM_MINUTES = 10
/** Minutes of delay from which passengers may take another bus of the day instead (terms). */
export const CHOICE_FROM_MINUTES = 30
/**
 * Minutes by which a new timetable lets a booked bus leave or arrive later from which passengers may
 * take another bus or a refund. One that leaves earlier, by any minute, always lets them (terms).
 */
export const RETIMED_CHOICE_MINUTES = 10
/**
 * The farthest open stop of the same bus, as the crow flies, to which passengers of a closed one are
 * moved without an answer (terms).
 */
export const NEAR_STOP_KILOMETRES = 10
/** Minutes after which passengers who have not opened their choice are called. */
export const CALL_AFTER_MINUTES = 20
/** Minutes for which a passenger to be called belongs to one caller. */
export const CALL_MINUTES = 5

/** Letters of the reason that staff give when they overrule one of these rules. */
export const MIN_REASON_LETTERS = 10

/* Rules that people follow, on the bus and in the office, and that no code enforces. */

/** Maximum weight of a pet in kilograms, with its carrier (terms). */
export const MAX_PET_KG = 8
/** Years of age from which a person may look after children on the way (terms). */
export const MINDER_AGE = 16
/** Years of age from which a child wears the belt of its seat (terms). */
export const BELT_AGE = 3
/** Days within which damaged or lost luggage is reported, while it can still be looked into (terms). */
export const DAMAGE_REPORT_DAYS = 7

/*
 * Regulation (EU) 181/2011, article 27: a passenger complains within three months of the journey;
 * the carrier gives a first answer within one month, and a decision within three.
 */

/** Months after the journey within which a complaint is made. */
export const COMPLAIN_WITHIN_MONTHS = 3
/** Months within which a complaint is answered for the first time. */
export const FIRST_ANSWER_MONTHS = 1
/** Months within which a complaint is decided. */
export const FINAL_ANSWER_MONTHS = 3

/* The capacity of our vehicles, and so the limits of their forms (pages of the services). */

/** People in a taxi for VIPs. */
export const MAX_VIP_PEOPLE = 7
/** People in a vehicle hired privately; more hire a coach. */
export const MAX_PRIVATE_HIRE_PEOPLE = 30
/** Fewest people for whom a coach is hired out. */
export const MIN_COACH_HIRE_PEOPLE = 10
/** Seats of the smaller coach. */
export const MIDICOACH_SEATS = 30
/** Seats of the larger coach. */
export const COACH_SEATS = 50
