type ChoiceProps = React.ComponentProps<'input'> & {
  type: 'radio' | 'checkbox'
  /** Draws a frame, which also shows that it is chosen. */
  framed?: boolean
  children: React.ReactNode
}

/** One radio button or check box with all of its content, which can be tapped anywhere. */
export function Choice({ framed = false, children, ...input }: ChoiceProps) {
  return (
    <label className={framed ? 'choice choice-card' : 'choice'}>
      <input {...input} />
      <span>{children}</span>
    </label>
  )
}

type SegmentsProps = {
  name: string
  legend: string
  options: readonly { value: string; label: string }[]
  chosen: string
}

/** Two or three choices in one line, such as one way or return. */
export function Segments({ name, legend, options, chosen }: SegmentsProps) {
  return (
    <fieldset>
      <legend className="visually-hidden">{legend}</legend>
      <div className="segments">
        {options.map(({ value, label }) => (
          <label key={value}>
            <input type="radio" name={name} value={value} defaultChecked={value === chosen} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
