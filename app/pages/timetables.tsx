import { translation } from '#app/i18n/translation.ts'

export const meta = () => [{ title: translation().messages.timetables.title }]

export default function Page() {
  return <h1>{translation().messages.timetables.title}</h1>
}
