import { useLayoutEffect, useRef } from 'react';

/**
 * Holds a token while its panel is on the screen. React never gets the text: components receive
 * this holder, which writes the visible text to the DOM and removes it again.
 */
export class ShownSecret {
  #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The token, or an empty text after it has been cleared. */
  read(): string {
    return this.#text;
  }

  forget(): void {
    this.#text = '';
    for (const element of document.querySelectorAll('[data-shown-secret]')) element.textContent = '';
  }
}

/** Shows the secret. Its text is removed from the document before the element is. */
export function SecretText({ secret }: { secret: ShownSecret }) {
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const shown = element.current;
    if (shown === null) return;
    shown.textContent = secret.read();
    return () => {
      shown.textContent = '';
    };
  }, [secret]);
  return <span ref={element} data-shown-secret translate="no" />;
}
