/** The steps of a second program, which has connections and a memory of its own. */
export const ELSEWHERE = [
  'press pay',
  'come back',
  'poll',
  'read callbacks',
  'send refunds',
  'send mails',
  'give all up',
  'ride further',
  'take another bus',
  'choose again',
  'travellers of tomorrow are reminded',
  'holders are told',
  'smaller buses are seen to',
  'take the offered bus',
  'choices that are over are decided',
  'the bus is twenty minutes late',
  'the bus is ten minutes late',
  'the bus is fifty minutes late',
  'passengers learn of delays',
  'both buses are forty minutes late',
] as const
export type StepElsewhere = (typeof ELSEWHERE)[number]

export class PowerCut extends Error {
  constructor() {
    super('the power failed')
  }
}
