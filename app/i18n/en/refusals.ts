import type { RefusalSentences } from '#app/i18n/refusals.ts'
import { momentInSentence } from '#modules/tickets/when.ts'
import { operator } from '#operator'
import { clockTime } from '#platform/time.ts'

export const refusals: RefusalSentences = {
  'select-departure-first': () => 'Select a departure first.',
  'no-such-ride': () => 'We can no longer find that departure. Please choose again.',
  'not-running': () => 'This departure does not run. Please choose another one.',
  'sale-closed': ({ closedAt }) =>
    `Tickets for this departure were sold until ${clockTime(closedAt)}. Please choose a later one.`,
  'not-enough-seats': ({ seatsLeft }) => {
    if (seatsLeft === 0) return 'This departure is sold out. Please choose another one.'
    if (seatsLeft === 1) return 'Only 1 seat is left on this departure.'
    return `Only ${seatsLeft} seats are left on this departure.`
  },
  'no-wheelchair-place': () =>
    `The wheelchair place on this departure is taken. Choose another one, or call us on ${operator.phone}.`,
  'wheelchair-notice-too-short': ({ lastMoment }) =>
    `A wheelchair place can be asked for here until ${momentInSentence(lastMoment, 'en')}. Call us on ${operator.phone} and we will do what we can.`,
  'stop-not-accessible': () =>
    `One of these stops cannot be used with a wheelchair. Call us on ${operator.phone} and we will find another way.`,
  'no-passengers': () => 'Tell us how many of you are travelling.',
  'party-too-large': ({ most }) =>
    `Up to ${most} people can be booked here at once. For a larger group call us on ${operator.phone}: a coach of your own may cost less.`,
  'children-need-company': () =>
    'Children and infants travel with an adult or a student. Add whoever comes with them.',
  'infant-needs-a-lap': () =>
    'Each infant sits on the lap of an adult or a student. For an infant with a seat, choose the child fare.',
  'too-many-wheelchairs': () => 'You asked for more wheelchair places than there are passengers.',
  'no-fare': () => 'We do not sell tickets between these two stops.',
  'return-before-arrival': () =>
    'The return bus leaves before you have arrived. Choose a later one.',
  'cart-full': ({ most }) => `A cart holds ${most} rides. Pay for these first, then book more.`,
  'too-many-holds': () =>
    'Too many seats have been held over this connection in a short time. Please wait a few minutes.',
  'being-paid': () =>
    'This cart is being paid for at this moment. Finish or cancel the payment first.',
  'cart-empty': () => 'Your cart is empty.',
  'hold-expired': () => 'The time for your seats has run out. Hold them again before you pay.',
  'extended-already': () => 'The time for your seats has already been extended once.',
  'too-late-to-pay': () =>
    'There is too little time left to pay for this departure. Please choose a later one.',
  'provider-unavailable': () =>
    'The payment page does not answer. Nothing was charged and your seats are still held; please try again in a moment.',
  'fares-changed': () =>
    'A fare has changed while your seats were not held. Look at the new price below before you pay.',
  'name-missing': () => 'Enter the name of the group leader.',
  'name-too-long': ({ most }) => `Enter a name of at most ${most} characters.`,
  'email-missing': () => 'Enter the e-mail address the tickets go to.',
  'email-malformed': () => 'Enter an e-mail address like anna@example.com.',
  'terms-not-accepted': () => 'Accept the terms and conditions to order.',
  'email-corrected-already': () =>
    `The address has already been corrected once. Call us on ${operator.phone} for another change.`,
  'own-name-missing': () => 'Enter your name.',
  'own-email-missing': () => 'Enter your e-mail address.',
  'account-terms-not-accepted': () => 'Accept the terms and conditions to have an account.',
  'password-missing': () => 'Enter a password.',
  'password-too-short': ({ least }) => `Choose a password of at least ${least} characters.`,
  'password-too-long': ({ most }) => `Choose a password of at most ${most} characters.`,
  'password-guessable': () =>
    'That password would be guessed soon. Choose one that is not a common word, a date, a number or your name.',
  'wrong-login': () =>
    'This e-mail and this password do not belong together. If you have just signed up, open the link in our e-mail first.',
  'wrong-password': () => 'That is not the password of this account.',
  'link-spent': () => 'This link has been used or is too old. Ask for a new one.',
  'same-email': () => 'That is already the address of your account.',
  'erasing-not-meant': () => 'Tick the box to say that you want everything erased.',
  'rides-to-come': () =>
    'You have a ride to come, and we could not reach you about it. Travel on it or cancel it under My bookings, then erase your data.',
  'money-on-its-way': () =>
    `A payment or a refund of yours is still on its way. Please wait until it has arrived, or call us on ${operator.phone}.`,
  'too-many-tries': () => 'Too many tries in a short time. Please wait a few minutes.',
}
