import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';

/** The browser's own select: keyboard, touch and assistive technology already know it. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={`select ${className ?? ''}`}>
      <select {...rest} />
      <ChevronDown size={14} strokeWidth={1.5} aria-hidden />
    </span>
  );
}
