import { translation } from '#app/i18n/translation.ts'
import { TextField } from '#app/ui/field.tsx'

import { QrCode } from './qr-code.tsx'

type AuthenticatorOfferProps = {
  offer: { secret: string; sealed: string; address: string }
  error: string | undefined
}

/** The secret of a new authenticator, as a picture and as letters, and the field for its first code. */
export function AuthenticatorOffer({ offer, error }: AuthenticatorOfferProps) {
  const { login } = translation().messages.office
  return (
    <>
      <p>{login.authenticatorIntro}</p>
      <QrCode text={offer.address} label={login.authenticatorPicture} />
      <p>
        {login.key}: <code className="figures">{offer.secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
      </p>
      <input type="hidden" name="sealed" value={offer.sealed} />
      <TextField
        label={login.firstCode}
        name="first-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        error={error}
        required
      />
    </>
  )
}
