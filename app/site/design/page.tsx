import type { Handle } from '#app/http/handle.ts'
import { PageHeader } from '#app/ui/page-header.tsx'

import tokens from '#app/ui/tokens.css?raw'
import { Colours, Shapes, Signs, Type } from './colours-and-type.tsx'
import { Buttons, Choices, Errors, Fields } from './controls.tsx'
import css from './design.css?inline'
import { Charts, Filters, Lists, Loads, Timelines } from './office-parts.tsx'
import { Boards, Folded, Heads, Notices, SmallParts, Tables } from './parts-shown.tsx'
import { readTokens, schemeStyles, type Scheme } from './scheme-styles.ts'

/*
 * For developers: every part of the design system in every state and in both schemes. It exists in
 * `npm run dev` and in no build (app/routes.ts), so its words are in no file of sentences.
 */
export const handle = { personal: true, styles: css + schemeStyles(tokens) } satisfies Handle

export const meta = () => [{ title: 'Design' }]

export default function Design() {
  return (
    <div className="wrap design" id="top">
      <PageHeader
        title="Design"
        intro="Every part of app/ui in every state, in both schemes. What the keyboard reaches shows its focus."
      />
      <div className="schemes">
        <Parts scheme="light" />
        <Parts scheme="dark" />
      </div>
    </div>
  )
}

function Parts({ scheme }: { scheme: Scheme }) {
  return (
    <div className={`scheme scheme-${scheme}`}>
      <h2>{scheme === 'light' ? 'Light' : 'Dark'}</h2>
      <Colours tokens={readTokens(tokens, scheme)} />
      <Type />
      <Shapes />
      <Signs />
      <Heads />
      <Buttons />
      <Fields name={scheme} />
      <Choices name={scheme} />
      <Errors name={scheme} />
      <Notices />
      <Folded />
      <Boards />
      <Tables />
      <SmallParts />
      <Filters name={scheme} />
      <Lists name={scheme} />
      <Loads />
      <Timelines />
      <Charts />
    </div>
  )
}
