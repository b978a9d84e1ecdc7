import type { RefusalSentences } from '#app/i18n/refusals.ts'
import { company } from '#operator'
import { momentInSentence } from '#platform/format/moments.ts'
import { clockTime } from '#platform/time.ts'

export const refusals: RefusalSentences = {
  'select-departure-first': () => 'Select a departure first.',
  'no-such-ride': () => 'We can no longer find that departure. Please choose again.',
  'not-running': () => 'This departure has been cancelled. Please choose another.',
  'sale-closed': ({ closedAt }) =>
    `Booking for this departure closed at ${clockTime(closedAt)}. Please choose a later one.`,
  retimed: ({ departsAt }) =>
    `The timetable has changed: this bus now leaves at ${momentInSentence(departsAt, 'en')}. Nothing was charged. Please check whether the new time suits you.`,
  'closed-by-us': () => 'We are not selling this departure any more. Please choose another.',
  'stop-closed': () =>
    'This bus does not serve one of these stops on that day. Please choose another stop or another departure.',
  'not-enough-seats': ({ seatsLeft }) => {
    if (seatsLeft === 0) return 'This departure is sold out. Please choose another.'
    if (seatsLeft === 1) return 'Only 1 seat is left on this departure.'
    return `Only ${seatsLeft} seats are left on this departure.`
  },
  'no-wheelchair-place': () =>
    `No wheelchair space is free on this departure. Choose another departure, or call us on ${company().phone}.`,
  'wheelchair-notice-too-short': ({ lastMoment }) =>
    `You could ask for a wheelchair space here until ${momentInSentence(lastMoment, 'en')}. Call us on ${company().phone} and we will do what we can.`,
  'wheelchair-access-unknown': () =>
    `We do not know yet whether this departure is accessible by wheelchair. Call us on ${company().phone} and we will find out.`,
  'stop-not-accessible': () =>
    `One of these stops cannot be used with a wheelchair. Call us on ${company().phone} and we will help you find another way.`,
  'no-passengers': () => 'Tell us how many of you are travelling.',
  'party-too-large': ({ most }) =>
    `You can book for up to ${most} people here. For a larger group call us on ${company().phone}: a coach of your own may cost less.`,
  'children-need-company': () =>
    'Children and infants must travel with an adult or a student. Add the adult or student who is travelling with them.',
  'infant-needs-a-lap': () =>
    'Each infant must sit on the lap of an adult or a student. For an infant with a seat, choose the child fare.',
  'too-many-wheelchairs': () => 'You asked for more wheelchair spaces than there are passengers.',
  'no-fare': () => 'We do not sell tickets between these two stops.',
  'return-before-arrival': () =>
    'The return bus leaves before you have arrived. Choose a later one.',
  'cart-full': ({ most }) =>
    `A cart has room for ${most} journeys. Pay for these first, then book more.`,
  'too-many-holds': () =>
    'Too many seats have been held from your network in a short time. Please wait a few minutes.',
  'too-much-unpaid': () =>
    `We cannot hold more seats for your network, or hold them for longer, until some are paid for. Pay for those in your cart, remove them, try again in 15 minutes, or call us on ${company().phone}.`,
  'contact-first': () =>
    'Many seats are being held without being paid for at the moment. Please enter a name and an email address for the tickets, and we will hold yours too.',
  'being-paid': () => 'This cart is being paid for right now. Finish or cancel that payment first.',
  'cart-empty': () => 'Your cart is empty.',
  'hold-expired': () => 'We are no longer holding your seats. Hold them again before you pay.',
  'extended-already': () => 'You have already extended the time for your seats once.',
  'too-late-to-pay': () =>
    'There is too little time left to pay for this departure. Please choose a later one.',
  'provider-unavailable': () =>
    'The payment page is not responding. Nothing was charged and your seats are still held; please try again in a moment.',
  'fares-changed': () =>
    'A fare changed while your seats were not held. Please check the new price below before you pay.',
  'name-missing': () => 'Enter the name of the person who will show the ticket.',
  'name-too-long': ({ most }) => `Enter a name of at most ${most} characters.`,
  'name-with-site': () => 'Enter a name without the address of a website.',
  'email-missing': () => 'Enter the email address for your tickets.',
  'email-malformed': () => 'Enter an email address like anna@example.com.',
  'phone-malformed': () =>
    'Enter the eight digits of a number in Cyprus, or start with the country code, such as +44 7700 900123.',
  'terms-not-accepted': () => 'Accept the terms and conditions to book.',
  'email-corrected-already': () =>
    `The address has already been corrected once. To change it again, call us on ${company().phone}.`,
  'own-name-missing': () => 'Enter your name.',
  'own-email-missing': () => 'Enter your email address.',
  'account-terms-not-accepted': () => 'Accept the terms and conditions to create an account.',
  'password-missing': () => 'Enter a password.',
  'password-too-short': ({ least }) => `Choose a password of at least ${least} characters.`,
  'password-too-long': ({ most }) => `Choose a password of at most ${most} characters.`,
  'password-guessable': () =>
    'That password is too easy to guess. Choose one that is not a common word, a date, a number or your name.',
  'wrong-login': () =>
    'The email address or password is wrong. If you have just signed up, open the link in our email first.',
  'wrong-password': () => 'The password is wrong.',
  'link-spent': () => 'This link has already been used, or it has expired. Ask for a new one.',
  'same-email': () => 'That is already the email address of your account.',
  'erasing-not-meant': () => 'Tick the box to confirm that you want everything erased.',
  'rides-to-come': () =>
    'You have an upcoming journey, and we would have no way to contact you about it. Travel first, or cancel it under My bookings, then erase your data.',
  'money-on-its-way': () =>
    `A payment or a refund of yours is still on its way. Please wait until it has arrived, or call us on ${company().phone}.`,
  'far-too-long': () => 'This is far too long. Please shorten it and try again.',
  'too-many-tries': () => 'Too many attempts. Please wait a few minutes and try again.',
}
