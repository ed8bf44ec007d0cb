import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';

/** The browser's own select, because it supports keyboard, touch and assistive technology. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={`select ${className ?? ''}`}>
      <select {...rest} />
      <ChevronDown size={14} strokeWidth={1.5} aria-hidden />
    </span>
  );
}
