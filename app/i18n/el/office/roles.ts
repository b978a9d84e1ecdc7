import type { Messages } from '#app/i18n/en.ts'

export const roles: Messages['office']['roles'] = {
  owner: 'Ιδιοκτήτης',
  dispatcher: 'Υπεύθυνος κίνησης',
  seller: 'Πωλητής',
  accountant: 'Λογιστής',
  driver: 'Οδηγός',
  editor: 'Συντάκτης',
  auditor: 'Ελεγκτής',
}
