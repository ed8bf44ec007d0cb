import { type ComponentType, type ReactNode, useEffect, useReducer } from 'react';

type Read<Props> = () => Promise<ComponentType<Props>>;

const reads: (() => Promise<unknown>)[] = [];

/**
 * Makes a component whose code is in its own file. The file is read when the component is first shown, or earlier by
 * {@link readParts}.
 *
 * Unlike `React.lazy`, a part that was read is drawn at once: `lazy` shows its waiting state first, for up to 300 ms.
 */
export function part<Props extends object>(
  read: Read<Props>,
  waiting: ReactNode = null,
): ComponentType<Props> {
  let Content: ComponentType<Props> | undefined;
  let reading: Promise<void> | undefined;
  const start = () => {
    reading ??= read().then(
      (content) => {
        Content = content;
      },
      (error: unknown) => {
        // The next attempt reads the file again.
        reading = undefined;
        throw error;
      },
    );
    return reading;
  };
  reads.push(start);
  return function Part(props: Props) {
    const [failure, update] = useReducer((_: unknown, next: { error?: unknown }) => next, {});
    useEffect(() => {
      if (Content !== undefined) return;
      start().then(
        () => update({}),
        (error: unknown) => update({ error }),
      );
    }, []);
    // The nearest boundary shows it.
    if (failure.error !== undefined) throw failure.error;
    return Content === undefined ? waiting : <Content {...props} />;
  };
}

/** Reads the files of all parts. A later press then waits for nothing, even when the host has stopped. */
export async function readParts(): Promise<void> {
  await Promise.allSettled(reads.map((read) => read()));
}
