type SpecimenProps = { title: string; children: React.ReactNode }

/** One part of the design system, with a heading. */
export function Specimen({ title, children }: SpecimenProps) {
  return (
    <section className="specimen">
      <h3>{title}</h3>
      {children}
    </section>
  )
}
