/*
 * The words of a page come before its pictures: one that is visible at once is transparent until it
 * has loaded (components/picture.css). It may have loaded before this script runs. It fades in after
 * a frame in which it was painted transparent: painted while it fades, it would be the largest paint.
 */
const afterFrame = (next) => requestAnimationFrame(() => requestAnimationFrame(next))

for (const image of document.querySelectorAll('.after')) {
  const fadeIn = () => afterFrame(() => image.classList.add('here'))
  const show = () => image.decode().then(fadeIn, fadeIn)
  if (image.complete) show()
  else image.addEventListener('load', show)
}
