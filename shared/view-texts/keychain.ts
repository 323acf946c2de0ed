/** What a host shows while the program waits for the keychain at its start. */
export const KEYCHAIN_WAIT = {
  title: 'Waiting for your keychain',
  text: 'It holds the key to your donor data. Unlock it in the dialog that your system shows; the dialog can be behind other windows.',
} as const;
