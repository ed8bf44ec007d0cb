import { createContext, type ReactNode, useContext, useEffect } from 'react';

/** The names of the screen and of the app, which the window's title ends with. */
export const WindowTitle = createContext({ screen: '', window: '' });

interface TitleRowProps {
  title: string;
  /** True while the title of the one thing that the screen shows is not known. */
  isLoading?: boolean;
  children?: ReactNode;
}

/** A screen's title, with its main action at the right. It takes the focus when the screen opens, and names the window. */
export function TitleRow({ title, isLoading = false, children }: TitleRowProps) {
  const { screen, window } = useContext(WindowTitle);
  useEffect(() => {
    document.title = title === screen ? window : `${title} · ${window}`;
  }, [title, screen, window]);
  return (
    <header className="title-row">
      <h1
        className="truncate"
        dir="auto"
        title={title}
        tabIndex={-1}
        data-loading={isLoading ? true : undefined}
      >
        {title}
      </h1>
      {children}
    </header>
  );
}
