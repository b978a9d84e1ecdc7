/*
 * The words of a page come before its pictures: one that is visible at once is transparent until it
 * has loaded (components/picture.css). It may have loaded before this script runs.
 */
for (const image of document.querySelectorAll<HTMLImageElement>('.after')) {
  const show = () => image.classList.add('here')
  if (image.complete) show()
  else image.addEventListener('load', show)
}
