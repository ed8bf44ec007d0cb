/** What plans, previews and records have in place of a connection's credential. */
export const HIDDEN_CREDENTIAL = 'plhook_the-credential-of-this-connection';

/** Returns a text without a connection's credential. Other credentials are not Plinth's to hide. */
export function hideCredential(text: string, credential: string | undefined): string {
  return credential === undefined ? text : text.replaceAll(credential, HIDDEN_CREDENTIAL);
}

/** Returns a text with the credential. It is written to the file and nowhere else. */
export function revealCredential(text: string, credential: string | undefined): string {
  return credential === undefined ? text : text.replaceAll(HIDDEN_CREDENTIAL, credential);
}
