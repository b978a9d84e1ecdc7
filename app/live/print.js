/* Shows the print button, which needs script. */
const button = document.getElementById('print')
button.hidden = false
button.addEventListener('click', () => print())
