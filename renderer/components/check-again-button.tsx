import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { announce } from './announcer.tsx';
import { Button } from './button.tsx';

/** Checks again when pressed, shows its progress and announces the result. `undefined` means that there is no result to announce. */
export function CheckAgainButton({ label, check }: { label: string; check(): Promise<string | undefined> }) {
  const [checking, setChecking] = useState(false);
  const run = async () => {
    setChecking(true);
    const result = await check();
    setChecking(false);
    if (result !== undefined) announce(result);
  };
  return (
    <Button disabled={checking} onClick={() => void run()}>
      {checking ? <span className="spinner" /> : <RefreshCw size={14} strokeWidth={1.5} aria-hidden />}
      {label}
    </Button>
  );
}
