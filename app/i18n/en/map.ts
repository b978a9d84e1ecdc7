export const map = {
  title: 'Map of our lines',
  lineTitle: (name: string) => `Map of the line ${name}`,
  heading: 'On the map',
  describe: (lines: readonly string[]) => `Cyprus with our lines: ${lines.join('; ')}.`,
  describeLine: (stops: readonly string[]) => `The way of the bus: ${stops.join(', ')}.`,
}
