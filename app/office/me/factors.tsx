import { ActButton, ActForm } from '#app/components/office/act-form.tsx'
import { AuthenticatorOffer } from '#app/components/office/authenticator-offer.tsx'
import { PasskeyButton } from '#app/components/office/passkey-button.tsx'
import { RecoveryCodes } from '#app/components/office/recovery-codes.tsx'
import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import * as paths from '#paths'

import type { MeView } from './view.server.ts'

export type SectionProps = {
  view: MeView
  errorAt: (fieldId: string) => string | undefined
}

/** The member's factors, and the forms that add one. */
export function FactorsSection({ view, errorAt }: SectionProps) {
  const { me } = translation().messages.office
  return (
    <section id="factors" className="card stack">
      <h2>{me.factorsTitle}</h2>
      <p className="soft">{me.factorsIntro}</p>
      <ul className="stack">
        {view.authenticatorSince && (
          <Factor sentence={me.authenticatorSince(view.authenticatorSince)} />
        )}
        {view.passkeys.map(({ passkeyId, device, since }) => (
          <Factor key={passkeyId} passkeyId={passkeyId} sentence={me.passkey(device, since)} />
        ))}
      </ul>
      {view.newAuthenticator ? (
        <NewAuthenticator view={view} errorAt={errorAt} />
      ) : (
        <p>
          <PageLink to={paths.officeMe('set-up=authenticator')}>
            {view.authenticatorSince ? me.replaceAuthenticator : me.addAuthenticator}
          </PageLink>
        </p>
      )}
      <NewPasskey view={view} />
    </section>
  )
}

function Factor({ sentence, passkeyId = '' }: { sentence: string; passkeyId?: string }) {
  const { me } = translation().messages.office
  return (
    <li>
      <ActForm intent="remove-factor" confirm="L1" className="row">
        <span>{sentence}</span>
        <input type="hidden" name="passkey" value={passkeyId} />
        <ActButton kind="quiet">{me.remove}</ActButton>
      </ActForm>
    </li>
  )
}

function NewAuthenticator({ view, errorAt }: SectionProps) {
  const { login } = translation().messages.office
  if (!view.newAuthenticator) return null
  return (
    <ActForm intent="authenticator" confirm="L1" className="stack">
      <AuthenticatorOffer offer={view.newAuthenticator} error={errorAt('first-code')} />
      <ActButton kind="action">{login.saveAuthenticator}</ActButton>
    </ActForm>
  )
}

function NewPasskey({ view }: { view: MeView }) {
  const { me, login } = translation().messages.office
  return (
    <ActForm intent="passkey" id="new-passkey">
      <PasskeyButton asked={view.passkey} label={me.addPasskey} failed={login.newPasskeyFailed} />
    </ActForm>
  )
}

export function CodesSection({ view, errorAt }: SectionProps) {
  const { me } = translation().messages.office
  return (
    <section className="card stack">
      <h2>{me.codesTitle}</h2>
      <p>{me.codesLeft(view.recoveryCodes)}</p>
      {view.newCodes ? (
        <ActForm intent="recovery-codes" confirm="L1" className="stack">
          <RecoveryCodes offer={view.newCodes} error={errorAt('recovery-code')} />
          <ActButton kind="action">{me.saveCodes}</ActButton>
        </ActForm>
      ) : (
        <p>
          <PageLink to={paths.officeMe('set-up=recovery-codes')}>{me.newCodes}</PageLink>{' '}
          {me.newCodesIntro}
        </p>
      )}
    </section>
  )
}
