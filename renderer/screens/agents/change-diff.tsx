import type { BridgeAction } from '../../../shared/bridge.ts';
import { messages } from '../../messages/index.ts';

// The path is shown above the diff. The two lines that repeat it are for patch programs.
const HEAD_LINES = 2;

/** A unified diff. Each line is marked as added or removed, and the lines of the action are in colour. */
export function ChangeDiff({ diff, action }: { diff: string; action: BridgeAction }) {
  const lines = diff.trimEnd().split('\n').slice(HEAD_LINES);
  return (
    <figure className="code diff" data-action={action} aria-label={messages.agents.diff}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable block must be reachable by keyboard */}
      <pre tabIndex={0}>
        {lines.map((line, index) => {
          const Line = line.startsWith('+') ? 'ins' : line.startsWith('-') ? 'del' : 'span';
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one text, which never move
            <Line key={index} className="diff__line" data-hunk={line.startsWith('@@') || undefined}>
              {line}
              {'\n'}
            </Line>
          );
        })}
      </pre>
    </figure>
  );
}
