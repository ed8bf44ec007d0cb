import type { ReactNode } from 'react';

/** A screen's title and, at its right, its one main action. */
export function TitleRow({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="title-row">
      <h1 className="truncate" title={title}>
        {title}
      </h1>
      {children}
    </header>
  );
}
