import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { messages } from '../messages/index.ts';
import { Button } from './button.tsx';
import { useModalFocus } from './modal-focus.ts';

/** The element that gets the focus first: the one with `data-first-focus`, otherwise the first focusable one. */
interface DialogProps {
  open: boolean;
  title: string;
  /** One sentence below the title. Screen readers read it when the dialog opens. */
  description?: ReactNode;
  size?: 'small' | 'medium';
  /** True when only the buttons and Escape close the dialog, so that an accidental click loses nothing. */
  holdOnOutsideClick?: boolean;
  /** True if the body has nothing that takes the focus. It can then be scrolled by keyboard itself. */
  onlyText?: boolean;
  onClose(): void;
  children?: ReactNode;
  foot?: ReactNode;
}

/**
 * A modal dialog. It draws its own scrim: Radix's Overlay writes a style element into the page, which the
 * Content-Security-Policy refuses.
 */
export function Dialog(props: DialogProps) {
  const {
    open,
    title,
    description,
    size = 'medium',
    holdOnOutsideClick = false,
    onlyText = false,
    onClose,
    children,
    foot,
  } = props;
  const giveFocusBack = useModalFocus(open);
  return (
    <Primitive.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Primitive.Portal>
        <div className="scrim" />
        <Primitive.Content
          className="dialog"
          data-size={size}
          onOpenAutoFocus={(event) => {
            const first = (event.currentTarget as HTMLElement).querySelector<HTMLElement>(
              '[data-first-focus]',
            );
            if (first === null) return;
            event.preventDefault();
            first.focus();
          }}
          onCloseAutoFocus={giveFocusBack}
          onInteractOutside={(event) => {
            if (holdOnOutsideClick) event.preventDefault();
          }}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <div className="dialog__head">
            <Primitive.Title asChild>
              <h2 dir="auto">{title}</h2>
            </Primitive.Title>
            <Primitive.Close asChild>
              <Button look="icon" aria-label={messages.common.close}>
                <X size={16} strokeWidth={1.5} aria-hidden />
              </Button>
            </Primitive.Close>
          </div>
          <div className="dialog__body" tabIndex={onlyText ? 0 : undefined}>
            {description !== undefined && (
              <Primitive.Description asChild>
                <div className="group__note">{description}</div>
              </Primitive.Description>
            )}
            {children}
          </div>
          {foot !== undefined && <div className="dialog__foot">{foot}</div>}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** A modal sheet at the right edge. It shows a list's detail when there is no room beside the list. */
export function Sheet({ title, onClose, children }: { title: string; onClose(): void; children: ReactNode }) {
  const giveFocusBack = useModalFocus(true);
  return (
    <Primitive.Root open onOpenChange={(next) => !next && onClose()}>
      <Primitive.Portal>
        <div className="scrim" />
        <Primitive.Content className="sheet" aria-describedby={undefined} onCloseAutoFocus={giveFocusBack}>
          <Primitive.Title className="visually-hidden">{title}</Primitive.Title>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
