/* Keys of the office: / goes to the search. */
addEventListener('keydown', (event) => {
  const target = event.target as HTMLElement
  const isTyping = target.matches('input, select, textarea') || target.isContentEditable
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  const search = document.getElementById('office-search') as HTMLInputElement | null
  if (!search) return
  event.preventDefault()
  search.focus()
  search.select()
})
