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
  const [copied, setCopied] = useState(false);
  const [asking, setAsking] = useState(false);

  const forget = () => {
    held.current?.forget();
    held.current = undefined;
    setIssued(undefined);
  };

  const show = (integration: Integration, secret: ShownSecret) => {
    held.current?.forget();
    held.current = secret;
    setCopied(false);
    setAsking(false);
    setIssued({ integration, secret, since: integration.rotatedAt ?? integration.createdAt });
  };

  /** Leaves the token. The first try asks, if nobody has copied it. */
  const leave = (then: () => void) => {
    if (issued !== undefined && !copied && !asking) {
      setAsking(true);
      return;
    }
    forget();
    then();
  };
  const panel = { asking: asking && !copied, onCopied: () => setCopied(true) };

  useEffect(() => {
    const drop = () => {
      held.current?.forget();
      held.current = undefined;
    };
    const leavePage = () => {
      drop();
      setIssued(undefined);
    };
    window.addEventListener('pagehide', leavePage);
    return () => {
      window.removeEventListener('pagehide', leavePage);
      drop();
    };
  }, []);

  return { issued, show, forget, leave, panel };
}
