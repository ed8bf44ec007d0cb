import type { ComponentProps } from 'react';

export type ButtonLook = 'main' | 'plain' | 'quiet' | 'destructive' | 'icon';

export function Button({
  look = 'plain',
  className,
  ...rest
}: ComponentProps<'button'> & { look?: ButtonLook }) {
  return <button type="button" {...rest} data-look={look} className={`button ${className ?? ''}`} />;
}
