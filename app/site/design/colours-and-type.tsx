import { MESSAGES } from '#app/i18n/messages.ts'
import { Icon, ICON_NAMES } from '#app/ui/icons.tsx'
import { Kingfisher } from '#app/ui/kingfisher.tsx'
import { LOCALES } from '#platform/locale.ts'

import { contrast, PAIRS } from './scheme-styles.ts'
import { Specimen } from './specimen.tsx'

/** Colours of lines and markers, never of text. */
const LINES = ['line', 'line-strong', 'accent', 'focus', 'danger', 'positive', 'warning'] as const

export function Colours({ tokens }: { tokens: Record<string, string> }) {
  return (
    <Specimen title="Colours">
      <ul className="swatches">
        {PAIRS.map(([ink, surface]) => {
          const ratio = contrast(tokens[ink] ?? '', tokens[surface] ?? '')
          const style = { background: `var(--${surface})`, color: `var(--${ink})` }
          return (
            <li key={ink + surface} style={style}>
              <strong>{ratio.toFixed(1)}</strong> {ink}
              <br />
              on {surface}
            </li>
          )
        })}
      </ul>
      <ul className="swatches">
        {LINES.map((name) => (
          <li key={name}>
            <span className="swatch-line" style={{ background: `var(--${name})` }} />
            {name}
          </li>
        ))}
      </ul>
    </Specimen>
  )
}

export function Type() {
  return (
    <Specimen title="Type">
      {LOCALES.map((locale) => (
        <p key={locale} className="design-title" lang={locale}>
          {MESSAGES[locale].home.title}
        </p>
      ))}
      <p className="design-section">A section, «μια ενότητα»</p>
      <p className="design-large">The first words of a page are larger.</p>
      <p>
        Running text with a <a href="#top">link</a>, <strong>what matters</strong> and figures that
        stand below each other: <span className="figures">01:23, 4,56 €</span>.
      </p>
      <p className="soft">What one may also want to know.</p>
      <p className="small">Small, for labels and hints.</p>
    </Specimen>
  )
}

export function Shapes() {
  return (
    <Specimen title="Radii, shadow, surfaces">
      <ul className="shapes">
        <li style={{ borderRadius: 'var(--radius)' }}>radius</li>
        <li style={{ borderRadius: 'var(--radius-large)' }}>radius-large</li>
        <li style={{ boxShadow: 'var(--shadow)', border: 0 }}>shadow</li>
        <li className="sunk">sunk</li>
        <li className="on-brand">on-brand</li>
      </ul>
    </Specimen>
  )
}

export function Signs() {
  return (
    <Specimen title="Mark and icons">
      <p className="marks">
        {[16, 32, 64].map((size) => (
          <span key={size} style={{ width: size }}>
            <Kingfisher />
          </span>
        ))}
        <span className="on-brand" style={{ width: 64 }}>
          <Kingfisher />
        </span>
      </p>
      <ul className="icon-list">
        {ICON_NAMES.map((name) => (
          <li key={name}>
            <Icon name={name} />
            {name}
          </li>
        ))}
      </ul>
    </Specimen>
  )
}
