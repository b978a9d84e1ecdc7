/* Shows the print button, which needs script. */
const button = document.getElementById('print') as HTMLElement
button.hidden = false
button.addEventListener('click', () => print())
