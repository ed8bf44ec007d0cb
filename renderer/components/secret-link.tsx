import type { ReactNode } from 'react';
import { hrefOf } from '../../shared/window-route.ts';
import { messages } from '../messages/index.ts';

/** Leads to everything that is known of a secret. */
export function SecretLink(props: { fingerprint: string; className?: string; children: ReactNode }) {
  const { fingerprint, className, children } = props;
  return (
    <a
      className={className}
      title={messages.receipt.toSecret}
      href={hrefOf({ screen: 'secrets', detail: fingerprint })}
    >
      {children}
    </a>
  );
}
