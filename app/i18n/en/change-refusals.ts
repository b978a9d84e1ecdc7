import type { ChangeRefusalSentences } from '#app/i18n/change-refusals.ts'
import { momentInSentence } from '#modules/tickets/when.ts'
import { operator } from '#operator'

import { refusals } from './refusals.ts'

/** Where the words of the cart would be wrong for what is bought already. */
export const changeRefusals: ChangeRefusalSentences = {
  ...refusals,
  'no-such-booking': () =>
    'This ride is not part of the booking any more. Below you see how the booking stands now.',
  'nothing-chosen': () => 'Nothing would change. Choose what should be different.',
  departed: () => 'The bus has already left, so this ride can no longer be changed or cancelled.',
  'not-running': () =>
    'The company does not run this bus. Take another one between the same stops, with everybody, or have all the money back.',
  'being-paid': () =>
    'Another change of this booking is being paid for at this moment. Finish or give up that payment first.',
  'not-so-many': () => 'You chose more people than travel on this ride.',
  'same-ride': () => 'This is the ride you have already. Choose another bus, date or party.',
  'fewer-passengers': () =>
    'Fewer of you would travel than now. Cancel the places of those who stay at home instead; the others keep theirs.',
  'notice-too-short': ({ until, correctable }) =>
    correctable
      ? `This ride could be changed until ${momentInSentence(until, 'en')}. As you bought it less than an hour ago you can still correct its date or time, with the same stops and passengers.`
      : `This ride could be changed until ${momentInSentence(until, 'en')}. After that the ticket stays as it is.`,
  'children-need-company': () =>
    'Children and infants travel with an adult or a student, so at least one of them has to travel too.',
  'infant-needs-a-lap': () =>
    'Each infant sits on the lap of an adult or a student. One of them would be left without a lap.',
  'provider-unavailable': () =>
    'The payment page does not answer. Nothing was charged and nothing is changed; please try again in a moment.',
  'name-fixed': ({ until }) =>
    `The name could be changed until ${momentInSentence(until, 'en')}. For another name call us on ${operator.phone}; the e-mail can still be changed here.`,
  'sent-too-often': ({ most }) =>
    `The tickets have been sent again ${most} times today. They also open from this page.`,
  'no-ticket-left': () => 'Everything in this booking was given up, so there is no ticket to send.',
  'quote-changed': () =>
    'What it costs or brings has changed since you looked, and nothing has been done yet. Please look at the new amounts.',
}
