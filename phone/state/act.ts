import type { PassengerCategory } from '#modules/fares/passengers.ts'

import { exchange } from './exchange.ts'
import { showNext, showOwn } from './hand-over.ts'
import { forgetRead } from './notices.ts'
import type { Phone } from './phone.ts'
import { end, leave, reportLate } from './reports.ts'
import { sellNow, undo } from './sale.ts'
import type { ScreenName } from './start.ts'
import type { Answer, PhoneState, Wanted } from './state.ts'
import { check, checkText, press } from './verdict.ts'
import { keepDuty } from './work.ts'

type CameraNote = Partial<Pick<PhoneState['camera'], 'isOn' | 'says' | 'hasTorch'>>

/** All that a driver can do with the screens. */
export type Act =
  | { does: 'show'; screen: ScreenName }
  | { does: 'get-list'; wanted: Wanted }
  | { does: 'choose-bus'; departureId: string }
  | { does: 'check'; text: string }
  | { does: 'look'; digest: string }
  | { does: 'answer'; answer: Answer }
  | { does: 'decide'; isSure: boolean }
  | { does: 'late'; minutes: number }
  | { does: 'leave' | 'update' | 'end' | 'read-notices' | 'sell' | 'undo' | 'next-sale' }
  | { does: 'choose-stops'; departureId: string; from: number; to: number }
  | { does: 'change-people'; category: PassengerCategory; by: 1 | -1 }
  | { does: 'next-code' | 'read-code' }
  | { does: 'camera'; isWanted: boolean }
  | ({ does: 'note-camera' } & CameraNote)

/** Does it, and resolves when it is done. */
// oxlint-disable-next-line max-lines-per-function -- a line for each act
export async function perform(phone: Phone, act: Act): Promise<void> {
  const { tell, underWay } = phone
  switch (act.does) {
    case 'show':
      return show(phone, act.screen)
    case 'get-list':
      tell({ is: 'wanted', wanted: act.wanted })
      return exchange(phone)
    case 'choose-bus':
      return chooseBus(phone, act.departureId)
    case 'check':
      return checkText(phone, act.text)
    case 'look':
      tell({ is: 'shown', screen: 'scan' })
      return check(phone, { by: 'code', digest: act.digest })
    case 'answer':
      if (act.answer.does === 'show') return show(phone, act.answer.screen)
      return press(phone, act.answer)
    case 'decide':
      underWay.decide?.(act.isSure)
      return
    case 'late':
      return reportLate(phone, act.minutes)
    case 'leave':
      return leave(phone)
    case 'update':
      return exchange(phone)
    case 'end':
      return end(phone)
    case 'read-notices':
      return forgetRead(phone)
    case 'sell':
      return sellNow(phone)
    case 'undo':
      return undo(phone)
    case 'next-sale':
      tell({ is: 'next-sale' })
      return
    case 'choose-stops': {
      const { departureId, from, to } = act
      tell({ is: 'stops-chosen', departureId, from, to })
      return
    }
    case 'change-people':
      tell({ is: 'people-changed', category: act.category, by: act.by })
      return
    case 'next-code':
      return showNext(phone)
    case 'read-code':
      tell({ is: 'camera-wanted', isWanted: true })
      tell({ is: 'shown', screen: 'scan' })
      return
    case 'camera':
      tell({ is: 'camera-wanted', isWanted: act.isWanted })
      return
    case 'note-camera': {
      const { does: _does, ...note } = act
      tell({ is: 'camera', ...note })
    }
  }
}

async function show(phone: Phone, screen: ScreenName): Promise<void> {
  phone.tell({ is: 'shown', screen })
  if (screen === 'hand-over') await showOwn(phone)
}

/** Its seats to sell are not known yet, so the office is asked. */
async function chooseBus(phone: Phone, departureId: string): Promise<void> {
  await keepDuty(phone, (now) => now && { ...now, chosen: departureId })
  phone.tell({ is: 'bus-chosen' })
  phone.tell({ is: 'shown', screen: 'scan' })
  void exchange(phone)
}
