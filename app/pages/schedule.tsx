import { translation } from '#app/i18n/translation.ts'

export const meta = () => [{ title: translation().messages.schedule.title }]

export default function Page() {
  return <h1>{translation().messages.schedule.title}</h1>
}
