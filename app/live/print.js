/* Shows the button that prints, which without script would do nothing. */
const button = document.getElementById('print')
button.hidden = false
button.addEventListener('click', () => print())
