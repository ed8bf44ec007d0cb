import { useEffect, useRef, useState } from 'react';
import type { Integration } from '../../../shared/integration.ts';
import type { ShownSecret } from './shown-secret.tsx';

export interface Issued {
  integration: Integration;
  secret: ShownSecret;
  since: string;
}

/**
 * Holds a token that was just generated. It clears the token on request, when its screen is removed, and when the user leaves
 * the page (a page in the browser's back-forward cache keeps its whole document).
 */
export function useShownSecret() {
  const [issued, setIssued] = useState<Issued | undefined>(undefined);
  const held = useRef<ShownSecret | undefined>(undefined);

  const forget = () => {
    held.current?.forget();
    held.current = undefined;
    setIssued(undefined);
  };

  const show = (integration: Integration, secret: ShownSecret) => {
    held.current?.forget();
    held.current = secret;
    setIssued({ integration, secret, since: integration.rotatedAt ?? integration.createdAt });
  };

  useEffect(() => {
    const drop = () => {
      held.current?.forget();
      held.current = undefined;
    };
    const leave = () => {
      drop();
      setIssued(undefined);
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      drop();
    };
  }, []);

  return { issued, show, forget };
}
