import type { ReactNode } from 'react';

/** A screen's title, with its main action at the right. */
export function TitleRow({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="title-row">
      <h1 className="truncate" dir="auto" title={title}>
        {title}
      </h1>
      {children}
    </header>
  );
}
