import { CircleAlert, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ControlFailure } from '../../shared/failure.ts';
import { useLostAt } from '../control/control-context.tsx';
import type { QueryAnswer } from '../control/query-cache.ts';
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

/** Says that there is nothing. Without a current answer of `query` it says that this is not known. */
export function Empty(props: {
  icon: LucideIcon;
  title: string;
  text: string;
  action?: ReactNode;
  query?: Answered;
}) {
  const lostAt = useLostAt();
  const Icon = props.icon;
  if (lostAt !== undefined || props.query?.isCurrent === false) {
    return (
      <div className="empty">
        <NotYet query={props.query ?? NO_ANSWER} />
      </div>
    );
  }
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

type Answered = Pick<QueryAnswer<unknown>, 'failure' | 'isCurrent'>;
const NO_ANSWER: Answered = { failure: undefined, isCurrent: false };

/** The line in the place of a part of a screen until its answer arrives, or if none does. */
export function NotYet({ query }: { query: Pick<Answered, 'failure'> }) {
  // One line for the whole window says why.
  const isLost = useLostAt() !== undefined;
  const failed = query.failure === undefined ? messages.common.loading : messages.failure(query.failure);
  return <p className="secondary">{isLost ? messages.common.notKnown : failed}</p>;
}

/** A line which says that there is nothing. Without a current answer of `query` it says that this is not known. */
export function None({ query, children }: { query: Answered; children: ReactNode }) {
  return query.isCurrent ? <p className="secondary">{children}</p> : <NotYet query={query} />;
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
