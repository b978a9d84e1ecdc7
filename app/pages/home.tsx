import { translation } from '#app/i18n/translation.ts'

export const meta = () => [{ title: translation().messages.home.title }]

export default function Page() {
  return <h1>{translation().messages.home.title}</h1>
}
