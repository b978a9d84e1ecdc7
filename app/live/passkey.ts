import type { PasskeyRequest } from '#modules/staff/keys/passkey-request.ts'

import type { Dataset, Selector } from './contract.ts'

/*
 * Passkeys: a button asks the browser for one, puts the answer into the field beside it as JSON, and
 * sends the form. Without script, or without passkeys, the buttons stay hidden.
 */

/** A request to the browser, as JSON in an attribute. */
export type PasskeyWish = PasskeyRequest & {
  /** The member for whom a passkey is made; without one, an existing passkey is asked for. */
  member?: Member
}
/** A button: its wish as JSON. */
export type PasskeyButton = { passkey: string }

type Member = { id: string; name: string; email: string; company: string }

const bytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))
const text = (buffer: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const known = (ids: readonly string[]) =>
  ids.map((id) => ({ type: 'public-key' as const, id: bytes(id) }))

/** ES256, EdDSA and RS256, which between them every authenticator knows. */
const KINDS = [-7, -8, -257].map((alg) => ({ type: 'public-key' as const, alg }))

async function make({ challenge, relyingParty, passkeyIds }: PasskeyWish, member: Member) {
  const { id, response } = (await navigator.credentials.create({
    publicKey: {
      challenge: bytes(challenge),
      rp: { id: relyingParty, name: member.company },
      user: { id: bytes(member.id), name: member.email, displayName: member.name },
      pubKeyCredParams: KINDS,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: known(passkeyIds),
    },
  })) as PublicKeyCredential & { response: AuthenticatorAttestationResponse }
  return {
    id,
    clientDataJSON: text(response.clientDataJSON),
    authenticatorData: text(response.getAuthenticatorData()),
    publicKey: text(response.getPublicKey()!),
  }
}

async function use({ challenge, relyingParty, passkeyIds }: PasskeyWish) {
  const { id, response } = (await navigator.credentials.get({
    publicKey: {
      challenge: bytes(challenge),
      rpId: relyingParty,
      userVerification: 'required',
      allowCredentials: known(passkeyIds),
    },
  })) as PublicKeyCredential & { response: AuthenticatorAssertionResponse }
  return {
    id,
    clientDataJSON: text(response.clientDataJSON),
    authenticatorData: text(response.authenticatorData),
    signature: text(response.signature),
  }
}

const buttons = '[data-passkey]' satisfies Selector<PasskeyButton>
for (const button of document.querySelectorAll<HTMLButtonElement>(buttons)) {
  const field = button.previousElementSibling as HTMLInputElement
  const failed = button.nextElementSibling as HTMLElement
  const wish = JSON.parse((button.dataset as Dataset<PasskeyButton>).passkey) as PasskeyWish
  button.hidden = !globalThis.PublicKeyCredential
  button.addEventListener('click', async () => {
    failed.hidden = true
    try {
      field.value = JSON.stringify(await (wish.member ? make(wish, wish.member) : use(wish)))
      button.form?.requestSubmit()
    } catch {
      failed.hidden = false
    }
  })
}
