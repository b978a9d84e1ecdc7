import type { Role } from '#modules/staff/people/roles.ts'

export const roles: Record<Role, string> = {
  owner: 'Owner',
  dispatcher: 'Dispatcher',
  seller: 'Seller',
  accountant: 'Accountant',
  driver: 'Driver',
  editor: 'Editor',
  auditor: 'Auditor',
}
