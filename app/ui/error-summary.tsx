export type FormProblem = {
  /** The id of the control; for the fields of ui/field this is its name. */
  fieldId: string
  sentence: string
}

/**
 * All problems of a form, each with a link to its field. It is above the form and takes the focus,
 * so that it is read first. Without problems it renders nothing.
 */
export function ErrorSummary({ title, problems }: { title: string; problems: FormProblem[] }) {
  if (problems.length === 0) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- the problems of a returned form come first
    <div className="error-summary stack" role="alert" tabIndex={-1} autoFocus>
      <h2>{title}</h2>
      <ul>
        {problems.map(({ fieldId, sentence }) => (
          <li key={fieldId + sentence}>
            <a href={`#${fieldId}`}>{sentence}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}
