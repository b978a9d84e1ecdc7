import { ActForm } from '#app/components/office/act-form.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { Choice } from '#app/ui/choice.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { LANGUAGES } from '#platform/languages.ts'
import { LOCALES } from '#platform/locale.ts'

import type { SectionProps } from './factors.tsx'
import type { MeView } from './view.server.ts'

export function SessionsSection({ view }: { view: MeView }) {
  const { me } = translation().messages.office
  return (
    <section className="card stack">
      <h2>{me.sessionsTitle}</h2>
      <ul className="stack">
        {view.sessions.map(({ sessionId, device, since, used, isHere }) => (
          <li key={sessionId}>
            <ActForm intent="end-session" className="row">
              <span>
                {device ?? me.unknownDevice}
                {isHere && ` (${me.here})`}, {me.session(since, used)}
              </span>
              <input type="hidden" name="session" value={sessionId} />
              <Button kind="quiet">{me.endSession}</Button>
            </ActForm>
          </li>
        ))}
      </ul>
      {view.sessions.length > 1 && (
        <ActForm intent="end-others">
          <Button>{me.endOthers}</Button>
        </ActForm>
      )}
    </section>
  )
}

export function PasswordSection({ errorAt }: Pick<SectionProps, 'errorAt'>) {
  const { me, login } = translation().messages.office
  return (
    <ActForm intent="password" className="card stack">
      <h2>{me.passwordTitle}</h2>
      <TextField
        label={me.currentPassword}
        name="current-password"
        type="password"
        autoComplete="current-password"
        error={errorAt('current-password')}
        spellCheck={false}
        required
      />
      <TextField
        label={login.newPassword}
        hint={login.newPasswordHint}
        name="new-password"
        type="password"
        autoComplete="new-password"
        error={errorAt('new-password')}
        spellCheck={false}
        required
      />
      <div className="row">
        <Button>{me.changePassword}</Button>
      </div>
    </ActForm>
  )
}

export function PreferencesSection({ view }: { view: MeView }) {
  const { me } = translation().messages.office
  return (
    <ActForm intent="preferences" className="card stack">
      <h2>{me.preferencesTitle}</h2>
      <SelectField label={me.language} name="locale" defaultValue={view.member.locale}>
        {LOCALES.map((one) => (
          <option key={one} value={one}>
            {LANGUAGES[one].name}
          </option>
        ))}
      </SelectField>
      <Choice type="checkbox" name="shortcuts" value="yes" defaultChecked={view.member.shortcuts}>
        {me.shortcuts}
      </Choice>
      <div className="row">
        <Button>{me.savePreferences}</Button>
      </div>
    </ActForm>
  )
}
