import { CircleAlert, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ControlFailure } from '../../shared/failure.ts';
import { messages } from '../messages/index.ts';
import { Button } from './button.tsx';

export function Loading({ text = messages.common.loading }: { text?: string }) {
  return (
    <div className="loading" role="status">
      <span className="spinner" />
      {text}
    </div>
  );
}

export function Empty(props: { icon: LucideIcon; title: string; text: string; action?: ReactNode }) {
  const Icon = props.icon;
  return (
    <div className="empty">
      <Icon size={28} strokeWidth={1.25} aria-hidden />
      <h2>{props.title}</h2>
      <p>{props.text}</p>
      {props.action}
    </div>
  );
}

export function Failed({ failure, onRetry }: { failure: ControlFailure; onRetry(): void }) {
  return (
    <div className="empty" role="alert">
      <CircleAlert size={28} strokeWidth={1.25} aria-hidden />
      <h2>{messages.common.failedTitle}</h2>
      <p>{messages.failure(failure)}</p>
      <Button onClick={onRetry}>{messages.common.retry}</Button>
    </div>
  );
}

/** The line in the place of a part of a screen until its answer arrives, or if none does. */
export function NotYet({ query }: { query: { failure: ControlFailure | undefined } }) {
  return (
    <p className="secondary">
      {query.failure === undefined ? messages.common.loading : messages.failure(query.failure)}
    </p>
  );
}

const calloutIcons = { note: Info, attention: TriangleAlert, failure: CircleAlert };

export function Callout(props: {
  tone?: 'note' | 'attention' | 'failure';
  icon?: ReactNode;
  live?: 'status' | 'alert' | undefined;
  action?: ReactNode;
  children: ReactNode;
}) {
  const { tone = 'note', live, action, children } = props;
  const Icon = calloutIcons[tone];
  return (
    <div className="callout" data-tone={tone} role={live}>
      {props.icon ?? <Icon size={16} strokeWidth={1.5} aria-hidden />}
      <div className="callout__text">{children}</div>
      {action}
    </div>
  );
}
