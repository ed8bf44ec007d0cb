/** Tells why Plinth renamed a file, by its new name. */
export function setAsideSentence(name: string): string {
  const isStore = name.startsWith('receipts.db.');
  if (/\.replaced-[0-9TZ-]+$/.test(name)) {
    return isStore
      ? `Plinth renamed a file to ${name}: another program had put it in the place of the receipt store, or you restored a copy. Nothing was deleted.`
      : `Another program put a file in the place of Plinth’s. Plinth renamed that file to ${name}, wrote its own again, and deleted nothing.`;
  }
  return isStore
    ? `The receipt store was damaged. Plinth wrote every readable receipt to a new file and renamed the damaged one to ${name}. “plinth incidents” tells how many receipts were lost.`
    : `A file was damaged. Plinth renamed it to ${name} and uses another one. Nothing was deleted.`;
}
