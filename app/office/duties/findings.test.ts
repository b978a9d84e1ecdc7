import { expect, test } from 'vitest'

import { inLanguage } from '#app/http/locale.server.ts'
import type { DutyRun, Finding } from '#modules/fleet/duty.ts'

import { findingText } from './words.server.ts'

const DAY = Temporal.PlainDate.from('2026-12-24')
const at = (clock: string) => Temporal.Instant.from(`2026-12-01T${clock}:00+02:00`)
const [EIGHT, NINE] = ['08:00', '09:00'].map((clock) => run(at(clock))) as [DutyRun, DutyRun]

function run(from: Temporal.Instant): DutyRun {
  return {
    departureId: '',
    serviceDate: DAY,
    routeId: '3',
    status: 'planned',
    from,
    until: from.add({ hours: 1 }),
    firstStopId: 'A',
    lastStopId: 'B',
    vehicleId: null,
    isRelief: false,
  }
}

/** Each check as an English and a Greek dispatcher read it. */
const SAID: [Finding, english: string, greek: string][] = [
  [
    { is: 'overlap', first: EIGHT, second: NINE },
    'The 08:00 and the 09:00 overlap.',
    'Τα δρομολόγια των 08:00 και των 09:00 συμπίπτουν.',
  ],
  [
    { is: 'short-turn-round', minutes: 5, before: NINE },
    'Only 5 min before the 09:00. Allow at least 15.',
    'Μόνο 5 λεπτά πριν από το δρομολόγιο των 09:00. Αφήστε τουλάχιστον 15.',
  ],
  [
    { is: 'no-break', minutes: 290 },
    '4 h 50 min of driving without a break of 45 minutes. The law allows 4½ hours (561/2006, Article 7).',
    'Οδήγηση χωρίς διάλειμμα 45 λεπτών: 4 ώρες 50 λεπτά. Ο νόμος επιτρέπει 4½ ώρες (561/2006, άρθρο 7).',
  ],
  [
    { is: 'too-much-driving', minutes: 600 },
    '10 h of driving. The law allows 9 hours a day (561/2006, Article 6).',
    'Οδήγηση: 10 ώρες. Ο νόμος επιτρέπει 9 ώρες την ημέρα (561/2006, άρθρο 6).',
  ],
  [
    { is: 'rest-too-short', minutes: 540 },
    '9 h of rest since the last duty. The law requires 11 hours (561/2006, Article 8).',
    'Ανάπαυση από την προηγούμενη βάρδια: 9 ώρες. Ο νόμος ορίζει 11 ώρες (561/2006, άρθρο 8).',
  ],
  [
    { is: 'rest-then-too-short', minutes: 540 },
    '9 h of rest before the driver’s next duty. The law requires 11 hours (561/2006, Article 8).',
    'Ανάπαυση έως την επόμενη βάρδια του οδηγού: 9 ώρες. Ο νόμος ορίζει 11 ώρες (561/2006, άρθρο 8).',
  ],
  [
    { is: 'other-duty', from: at('13:00'), until: at('21:00') },
    'The driver has another duty from 13:00 to 21:00.',
    'Ο οδηγός έχει και άλλη βάρδια, από τις 13:00 έως τις 21:00.',
  ],
  [
    { is: 'licence-over', on: DAY },
    'The driving licence was valid until 24 December 2026.',
    'Η άδεια οδήγησης ίσχυε έως τις 24 Δεκεμβρίου 2026.',
  ],
  [
    { is: 'driver-absent', until: DAY },
    'The driver is absent until 24 December 2026.',
    'Ο οδηγός απουσιάζει έως τις 24 Δεκεμβρίου 2026.',
  ],
  [
    { is: 'vehicle-in-workshop', plate: 'KAA 123', before: EIGHT },
    'KAA 123 is in the workshop at the time of the 08:00.',
    'Το KAA 123 είναι στο συνεργείο την ώρα του δρομολογίου των 08:00.',
  ],
]

test.each(SAID)('the check $is is said in both languages', (finding, english, greek) => {
  expect(inLanguage('en', () => findingText(finding))).toBe(english)
  expect(inLanguage('el', () => findingText(finding))).toBe(greek)
})
