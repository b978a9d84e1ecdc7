import { COACH_SEATS, MIDICOACH_SEATS } from '#modules/rules/rules.ts'
import { company } from '#operator'
import type { Worded } from '#platform/worded.ts'

/** The words of the enquiries' forms and mails. The other languages follow its type. */
export const en = {
  kinds: {
    contact: 'Message',
    'school-service': 'School service',
    'vip-taxi': 'VIP taxi',
    'private-hire': 'Private hire',
    'coach-hire': 'Coach hire',
    'wheelchair-accessible-transport': 'Wheelchair-accessible transport',
    'airline-crew-transport': 'Airline crew transport',
  },
  fields: {
    'first-name': 'First name',
    'last-name': 'Last name',
    email: 'Email',
    phone: 'Telephone',
    topic: 'What is your message about?',
    'booking-reference': 'Booking reference',
    message: 'Message',
    notes: 'What else should we know?',
    from: 'From',
    to: 'To',
    date: 'Date',
    time: 'Time',
    'return-date': 'Return date',
    'return-time': 'Return time',
    flight: 'Flight number',
    people: 'Number of people',
    organisation: 'Company, school or club',
    coach: 'Kind of coach',
    school: 'School and its address',
    pupils: 'Number of pupils',
    'school-runs': 'Which journeys?',
    'school-times': 'Start and end of the school day',
    wheelchairs: 'Number of wheelchairs',
    'wheelchair-type': 'Kind of wheelchair',
    airline: 'Airline or agency',
    airport: 'Airport',
    crew: 'Crew members per transfer',
    regularity: 'How often?',
  },
  /** Fields with another label in one form. */
  fieldsOf: {
    'school-service': { from: 'Area where the pupils board', date: 'First day' },
    'airline-crew-transport': { to: 'Hotel or address in the city', date: 'First day' },
  },
  choices: {
    topic: {
      question: 'A question',
      booking: 'My booking: a change, a cancellation, a receipt',
      'lost-property': 'Something I left on a bus',
      complaint: 'A complaint',
      other: 'Something else',
    },
    'school-runs': {
      'both-ways': 'To school and back, every school day',
      mornings: 'To school only',
      afternoons: 'From school only',
      outing: 'An outing or excursion',
    },
    coach: {
      midicoach: `Midicoach, up to ${MIDICOACH_SEATS} seats`,
      coach: `Coach, up to ${COACH_SEATS} seats`,
      several: 'Several coaches',
      'advise-me': 'Please advise me',
    },
    wheelchair: {
      manual: 'Manual wheelchair',
      powered: 'Powered wheelchair',
      scooter: 'Mobility scooter',
    },
    airport: { larnaca: 'Larnaca', paphos: 'Paphos', both: 'Both' },
    regularity: { regular: 'Regularly, by roster', once: 'Once' },
  },
  /** Sentences that staff put into an answer, and may change there. */
  ready: {
    thanks: 'Thank you for your message.',
    sorry: 'We are sorry for the trouble this has caused you.',
    'more-time': 'We are looking into this, and will write to you again as soon as we know more.',
    reference:
      'Please send us your booking reference, the eight letters and digits on your ticket and in your confirmation email.',
    booking: (address: string) =>
      `You can change or cancel your booking yourself. Find it with your booking reference and your email address: ${address}`,
    refund: (min: number, max: number) =>
      `We have refunded the amount the way you paid. If you paid by card, most banks show it within ${min} to ${max} working days.`,
    'lost-found': (phone: string) =>
      `We have found what you left on the bus and are keeping it for you. Please call us on ${phone} to arrange when to collect it.`,
    'lost-not-found':
      'We have asked the drivers, and nothing like it has been handed in so far. We will write to you if it turns up.',
    decision: (date: string) =>
      `We are investigating your complaint. You will have our decision by ${date} at the latest.`,
    authority:
      'If you disagree with our decision, you can turn to the Ministry of Transport, Communications and Works. We do not take part in out-of-court settlement of consumer disputes (Law 85(I)/2017).',
    call: (phone: string, from: string, until: string) =>
      `If you would rather talk to us, call ${phone}, every day from ${from} to ${until}.`,
    regards: () => `Kind regards,\nThe ${company().shortName} team`,
  },
  mail: {
    why: () =>
      `You are receiving this email because this address was entered in a form on the ${company().name} site.`,
    acknowledgement: {
      subject: (reference: string) => `We have received your message: ${reference}`,
      complaintSubject: (reference: string) => `We have received your complaint: ${reference}`,
      title: 'We have received your message',
      complaintTitle: 'We have received your complaint',
      received: (when: string) => `We received it at ${when}.`,
      receivedFor: (service: string, when: string) => `${service}: we received it at ${when}.`,
      reference: (reference: string) =>
        `Its reference is ${reference}. Please quote it when you write or call about it.`,
      message: 'A person will read it and reply to this address.',
      service: 'We will send a quote to this address. There is no commitment until you accept it.',
      complaint: (first: string, final: string) =>
        `By ${first} at the latest we will tell you how far we have got, and by ${final} what we have decided.`,
      authority:
        'If you disagree with our answer, or do not receive one in time, you can turn to the Ministry of Transport, Communications and Works.',
      notMe:
        'If it was not you who wrote to us, ignore this email: we will not use your address for anything else.',
    },
    answer: {
      subject: (reference: string) => `Our answer to your message: ${reference}`,
      title: 'Our answer to your message',
      pleaseReply: 'Please reply on the page below, so that we can help you further.',
      mayReply: 'If you have any further questions, you can reply on the page below.',
      open: 'Read and reply',
    },
    reply: {
      subject: (reference: string) => `Reply to our answer: ${reference}`,
      open: 'Open in the office',
      why: 'Answer it in the office, so that colleagues can see the answer.',
    },
    forwarded: {
      subject: (kind: string, reference: string) => `${kind}: ${reference}`,
      answer: 'Reply to this email to answer the sender.',
      language: 'Language of the sender',
      received: 'Received',
      suspicions: 'Sent after the form asked whether the sender was a person',
      firstAnswerBy: 'First answer by law no later than',
      finalAnswerBy: 'Final answer by law no later than',
    },
  },
}

export type EnquiryWords = Worded<typeof en>
