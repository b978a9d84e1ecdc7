/** The mark: a kingfisher, drawn so that it still reads at 16 px. The name stands beside it. */
export function Kingfisher() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <path
        fill="#25bdd6"
        d="M0 30.5 6.2 13A9.4 9.4 0 0 1 23.4 9.8l.2 1.6h-8.8C14.4 20.5 9 27.2 0 30.5Zm18.7-21.6a1.3 1.3 0 1 0 0-2.6 1.3 1.3 0 0 0 0 2.6Z"
      />
      <path fill="#f5923e" d="M14.7 13.1h8.9c0 9.9-6.3 16.7-18.1 17 6-4.3 9-9.8 9.200-17Z" />
      <path fill="currentColor" d="M23.5 5 32 11.7l-7 .1Z" />
    </svg>
  )
}
