/** "Adults (over 12)", without a line break within the ages. */
export function CategoryName({ children }: { children: string }) {
  const [name, ages] = children.split(/ (?=\()/)
  return (
    <>
      {name} {ages && <span className="ages">{ages}</span>}
    </>
  )
}
