/** The camera of the phone, as a scanner. */
export const camera = {
  on: 'Use the camera',
  off: 'Camera off',
  picture: 'What the camera sees',
  torch: 'Light',
  refused:
    'This page may not use the camera. Allow it in the browser’s settings. Until then, type the code or use a scanner.',
  missing: 'No camera was found. Type the code or use a scanner.',
  inUse:
    'Another app is using the camera. Close it and try again, or type the code or use a scanner.',
  failed: 'The camera has stopped. Try again, or type the code or use a scanner.',
  noReader:
    'The camera cannot read codes yet. Update the list where there is a network. Until then, type the code or use a scanner.',
}
