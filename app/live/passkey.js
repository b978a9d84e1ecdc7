/*
 * Passkeys: a button asks the browser for one, puts the answer into the field beside it as JSON, and
 * sends the form. Without script, or without passkeys, the buttons stay hidden.
 */
const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const known = (ids) => ids.map((id) => ({ type: 'public-key', id: bytes(id) }))

/** ES256, EdDSA and RS256, which between them every authenticator knows. */
const KINDS = [-7, -8, -257].map((alg) => ({ type: 'public-key', alg }))

async function make({ challenge, relyingParty, passkeyIds, member }) {
  const { id, response } = await navigator.credentials.create({
    publicKey: {
      challenge: bytes(challenge),
      rp: { id: relyingParty, name: member.company },
      user: { id: bytes(member.id), name: member.email, displayName: member.name },
      pubKeyCredParams: KINDS,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: known(passkeyIds),
    },
  })
  return {
    id,
    clientDataJSON: text(response.clientDataJSON),
    authenticatorData: text(response.getAuthenticatorData()),
    publicKey: text(response.getPublicKey()),
  }
}

async function use({ challenge, relyingParty, passkeyIds }) {
  const { id, response } = await navigator.credentials.get({
    publicKey: {
      challenge: bytes(challenge),
      rpId: relyingParty,
      userVerification: 'required',
      allowCredentials: known(passkeyIds),
    },
  })
  return {
    id,
    clientDataJSON: text(response.clientDataJSON),
    authenticatorData: text(response.authenticatorData),
    signature: text(response.signature),
  }
}

for (const button of document.querySelectorAll('[data-passkey]')) {
  const { form, nextElementSibling: failed, previousElementSibling: field } = button
  const asked = JSON.parse(button.dataset.passkey)
  button.hidden = !globalThis.PublicKeyCredential
  button.addEventListener('click', async () => {
    failed.hidden = true
    try {
      field.value = JSON.stringify(await (asked.member ? make(asked) : use(asked)))
      form.requestSubmit()
    } catch {
      failed.hidden = false
    }
  })
}
