import type { ChangeRefusalSentences } from '#app/i18n/change-refusals.ts'
import { company } from '#operator'
import { momentInSentence } from '#platform/format/moments.ts'

import { refusals } from './refusals.ts'

/** Sentences for bought orders that replace those of the cart. */
export const changeRefusals: ChangeRefusalSentences = {
  ...refusals,
  'no-such-booking': () =>
    'This journey is no longer part of your booking. Your current booking is below.',
  'nothing-chosen': () => 'You have not changed anything. Choose what you want to change.',
  departed: () =>
    'The bus has already left, so this journey can no longer be changed or cancelled.',
  'not-running': () =>
    'We have cancelled this bus. Move everybody to another bus between the same stops, or get a full refund.',
  'being-paid': () =>
    'Another change to this booking is being paid for right now. Finish or cancel that payment first.',
  'not-so-many': () => 'You chose more people than are booked on this journey.',
  'same-ride': () =>
    'This is the journey you already have. Choose another bus or date, or other passengers.',
  'fewer-passengers': () =>
    'You chose fewer passengers, seats or fares than are booked. Cancel the seats you no longer need instead; the others keep theirs.',
  'notice-too-short': ({ until, correctable }) =>
    correctable
      ? `This journey could be changed until ${momentInSentence(until, 'en')}. As you booked it less than an hour ago, you can still correct its date or time, with the same stops and passengers.`
      : `This journey could be changed until ${momentInSentence(until, 'en')}. It can no longer be changed.`,
  'counted-aboard': ({ aboard, people }) =>
    aboard < people
      ? `${aboard} of the ${people} passengers ${aboard === 1 ? 'has' : 'have'} already boarded, so the date can no longer be corrected online. Please call us on ${company().phone} and we will help the rest of your group.`
      : `You have already boarded with this ticket, so the date can no longer be corrected. If that is a mistake, please call us on ${company().phone}.`,
  'children-need-company': () =>
    'Children and infants must travel with an adult or a student, so at least one of those has to travel too.',
  'infant-needs-a-lap': () =>
    'Each infant must sit on the lap of an adult or a student. There must be one adult or student for each infant.',
  'provider-unavailable': () =>
    'The payment page is not responding. Nothing was charged or changed; please try again in a moment.',
  'name-fixed': ({ until }) =>
    `The name could be changed until ${momentInSentence(until, 'en')}. To change it now, call us on ${company().phone}; you can still change the email address here.`,
  'sent-too-often': ({ most }) =>
    `The tickets have been sent again ${most} times today. They also open from this page.`,
  'no-ticket-left': () =>
    'Everything in this booking has been cancelled, so there is no ticket to send.',
  'quote-changed': () =>
    'The amounts have changed since you last looked. Nothing has been done yet: please check the new ones.',
}
