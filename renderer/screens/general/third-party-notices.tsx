import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Setting } from '../../components/setting.tsx';
import { messages } from '../../messages/index.ts';

const words = messages.general;

/** Shows the licences of the packages in Plinth, which their licences require. */
export function ThirdPartyNotices() {
  const [text, setText] = useState<string | undefined>(undefined);
  const show = async () => setText((await import('virtual:third-party-notices')).default);
  return (
    <Setting label={words.notices} note={words.noticesNote}>
      <Button onClick={() => void show()}>{words.showNotices}</Button>
      <Dialog open={text !== undefined} title={words.notices} onClose={() => setText(undefined)}>
        <figure className="code notices">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable block must be reachable by keyboard */}
          <pre tabIndex={0}>{text}</pre>
        </figure>
      </Dialog>
    </Setting>
  );
}
