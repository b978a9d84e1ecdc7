/* Keys of the office: / goes to the search. */
function goToSearch(event: KeyboardEvent): void {
  const target = event.target as HTMLElement
  const isTyping = target.matches('input, select, textarea') || target.isContentEditable
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  const search = document.getElementById('office-search') as HTMLInputElement | null
  if (!search) return
  event.preventDefault()
  search.focus()
  search.select()
}

// In the capture phase, since React keeps keys from the rest of a page while it starts there.
addEventListener('keydown', goToSearch, true)
