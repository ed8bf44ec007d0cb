import { useEffect, useState } from 'react';
import type { ControlEnvelope, ControlParams } from '../../../shared/control.ts';
import { type CopyPreview, type FileCopy, MAX_PREVIEW_BYTES } from '../../../shared/recover.ts';
import { SOURCE_NAMES } from '../../../shared/words/recover.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Callout, Loading } from '../../components/states.tsx';
import { useConnection } from '../../control/control-context.tsx';
import { messages } from '../../messages/index.ts';

const words = messages.recover;

/** Shows the beginning of a copy as it is. The page forgets it when the dialog closes, and no cache has it. */
export function CopyPreviewDialog(props: {
  copy: FileCopy;
  chosen: ControlParams<'recover.preview'>;
  onClose(): void;
}) {
  const { copy, chosen, onClose } = props;
  const connection = useConnection();
  const [answer, setAnswer] = useState<ControlEnvelope<CopyPreview>>();
  const asked = JSON.stringify(chosen);
  useEffect(() => {
    let isOpen = true;
    void connection
      .call('recover.preview', JSON.parse(asked) as ControlParams<'recover.preview'>)
      .then((given) => isOpen && setAnswer(given));
    return () => {
      isOpen = false;
    };
  }, [connection, asked]);
  return (
    <Dialog
      open
      onlyText
      title={words.previewOf(SOURCE_NAMES[copy.source], copy.bytes)}
      description={words.notRedacted}
      onClose={onClose}
    >
      {answer === undefined && <Loading text={words.loadingPreview} />}
      {answer?.ok === false && <Callout tone="attention">{messages.failure(answer.error)}</Callout>}
      {answer?.ok === true &&
        (answer.result.text === null ? (
          <p>{words.binary}</p>
        ) : (
          <>
            <pre className="gone__preview">{answer.result.text}</pre>
            {answer.result.isCut && (
              <p className="secondary">{words.cut(MAX_PREVIEW_BYTES, answer.result.bytes)}</p>
            )}
          </>
        ))}
    </Dialog>
  );
}
