import { translation } from '#app/i18n/translation.ts'

const LINES = 6
const EMPTY = '\u00A0'

/** Empty lines on paper, for passengers who pay the driver. */
export function SpareLines() {
  const { columns, walkUps } = translation().messages.office.manifest
  return (
    <table className="on-paper spare-lines">
      <caption>{walkUps}</caption>
      <thead>
        <tr>
          <th scope="col">{columns.leader}</th>
          <th scope="col">{columns.party}</th>
          <th scope="col">{columns.to}</th>
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: LINES }, (_, line) => (
          <tr key={line}>
            <td>{EMPTY}</td>
            <td>{EMPTY}</td>
            <td>{EMPTY}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
