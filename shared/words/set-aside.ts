/** Tells why Plinth renamed a file, by its new name. */
export const setAsideSentence = (name: string): string =>
  /\.replaced-[0-9TZ-]+$/.test(name)
    ? `Another program put a file in the place of Plinth’s. Plinth renamed that file to ${name}, wrote its own again, and deleted nothing.`
    : `A file was damaged. Plinth renamed it to ${name} and started a new one. Nothing was deleted.`;
