import { useLayoutEffect, useRef } from 'react';

/**
 * Holds a token for as long as its panel is on the screen. React never sees the text: components are handed
 * this holder, and what must be visible is written to the DOM and taken out of it again by hand.
 */
export class ShownSecret {
  #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The token, or an empty text once it has been forgotten. */
  read(): string {
    return this.#text;
  }

  forget(): void {
    this.#text = '';
    for (const element of document.querySelectorAll('[data-shown-secret]')) element.textContent = '';
  }
}

/** Shows the secret; its text is gone from the document before the element is. */
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
