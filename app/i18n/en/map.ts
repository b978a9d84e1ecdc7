export const map = {
  title: 'Map of our routes',
  lineTitle: (name: string) => `Map of the route ${name}`,
  heading: 'On the map',
  describe: (lines: readonly string[]) => `Cyprus with our routes: ${lines.join('; ')}.`,
  describeLine: (stops: readonly string[]) => `The bus stops at: ${stops.join(', ')}.`,
}
