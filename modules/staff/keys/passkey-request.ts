/** The question that a page gives to its script, which asks the browser for a passkey. */
export type PasskeyRequest = {
  challenge: string
  /** The host for which passkeys are made. */
  relyingParty: string
  /**
   * The passkeys that may answer, or that the member has already; empty for a log-in, which takes
   * any.
   */
  passkeyIds: string[]
}
