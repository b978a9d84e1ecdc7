const FILE = /^([^.]+)\.pdf$/

/** The number in the name of a file, "R-000042.pdf"; empty for any other name. */
export function numberOf(file: string): string {
  return FILE.exec(file)?.[1] ?? ''
}
