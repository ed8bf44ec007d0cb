import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { messages } from '../messages/index.ts';
import { announce } from './announcer.tsx';
import { Button, type ButtonLook } from './button.tsx';

const SHOWN_MS = 2000;

/** Copies a text that is not a secret. The text is made when the user clicks. */
export function CopyButton(props: {
  label: string;
  text(): string | Promise<string>;
  look?: ButtonLook;
  iconOnly?: boolean;
}) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(await props.text());
      setCopied(true);
      announce(messages.common.copied);
    } catch {
      announce(messages.common.copyFailed);
    }
  };
  const Icon = copied ? Check : Copy;
  return (
    <Button
      look={props.iconOnly ? 'icon' : (props.look ?? 'plain')}
      onClick={() => void copy()}
      {...(props.iconOnly ? { 'aria-label': props.label, title: props.label } : {})}
    >
      <Icon size={14} strokeWidth={1.5} aria-hidden />
      {!props.iconOnly && props.label}
    </Button>
  );
}
