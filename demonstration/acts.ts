import type { DemonstrationBank } from './bank.ts'
import { actAsStaff, isOfStaff } from './staff.ts'
import type { Story } from './story.ts'
import { actAsTraveller } from './travellers.ts'

/** Does one act at the present time of this program; nothing, if it was done before. */
export function act(story: Story, bank: DemonstrationBank): Promise<void> {
  return isOfStaff(story) ? actAsStaff(story) : actAsTraveller(story, bank)
}
