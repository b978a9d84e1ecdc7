/** The mark: a kingfisher, drawn so that it still reads at 16 px. The name stands beside it. */
export function Kingfisher() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <path fill="#25bdd6" d="M0 30 7.2 12.4A9 9 0 0 1 24.4 11H15c-.4 9-5.6 15.5-15 19Z" />
      <path fill="#f5923e" d="M15 12.6h9.5c0 9.5-7.5 16.4-18.5 16.4 5.8-3.9 8.8-9.3 9-16.4Z" />
      <path fill="currentColor" d="M24.3 7.2 32 11.8l-7.2.2Z" />
    </svg>
  )
}
