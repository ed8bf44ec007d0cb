import { type ChangeEvent, type DragEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { MaskedText } from '../../components/masked-text.tsx';
import { messages } from '../../messages/index.ts';
import { filesOfDrop, filesOfInput } from './chosen-files.ts';
import type { FileResult } from './file-redaction.ts';
import { type FileTrial as Trial, useFileTrial } from './use-file-trial.ts';

const words = messages.privacy;

/** Prevents a file that is dropped outside the zone from replacing the window's page. */
function useNoDropElsewhere(): void {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') !== true || event.defaultPrevented) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
}

/** Shows what redaction would mask in files and folders. The page reads them and sends them to the host in parts. Nothing is stored. */
export function FileTrial() {
  const { trial, start, stop } = useFileTrial();
  const [isOver, setIsOver] = useState(false);
  const filesInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  useNoDropElsewhere();

  // Every browser has this attribute, but React's types do not.
  const takeFolders = (input: HTMLInputElement | null) => {
    folderInput.current = input;
    if (input !== null) input.webkitdirectory = true;
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const { files } = event.currentTarget;
    if (files !== null && files.length > 0) void start(filesOfInput(files));
    // The user can choose the same file again after a change.
    event.currentTarget.value = '';
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void start(filesOfDrop(event.dataTransfer));
  };
  const drag = (event: DragEvent) => {
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setIsOver(true);
  };
  const leave = (event: DragEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
  };

  return (
    <Field label={words.tryFiles}>
      {/* Users without a pointer use the buttons. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a drop is an extra way beside the buttons */}
      <div
        className="drop-zone"
        data-over={isOver || undefined}
        onDragEnter={drag}
        onDragOver={drag}
        onDragLeave={leave}
        onDrop={drop}
      >
        <span className="group__note">{words.tryFilesDrop}</span>
        <span className="drop-zone__buttons">
          <Button onClick={() => filesInput.current?.click()}>{words.tryFilesChoose}</Button>
          <Button onClick={() => folderInput.current?.click()}>{words.tryFolderChoose}</Button>
        </span>
        <input ref={filesInput} type="file" multiple hidden onChange={choose} />
        <input ref={takeFolders} type="file" hidden onChange={choose} />
      </div>
      {trial !== undefined && <TrialState trial={trial} onStop={stop} />}
      {trial?.results.map((result) => (
        <FileFindings key={result.path} result={result} />
      ))}
    </Field>
  );
}

function TrialState({ trial, onStop }: { trial: Trial; onStop(): void }) {
  return (
    <div className="trial__state">
      <p className="secondary" role="status">
        {trial.problem !== undefined ? (
          <span className="field__problem">{trial.problem}</span>
        ) : trial.isDone ? (
          words.tryFilesDone(trial.places, trial.looked)
        ) : (
          words.tryFilesReading
        )}
      </p>
      {trial.current !== undefined && (
        <>
          <span className="trial__path secondary">{trial.current.path}</span>
          <progress aria-label={words.tryFilesProgress} max={1} value={trial.current.share} />
        </>
      )}
      {!trial.isDone && <Button onClick={onStop}>{words.tryFilesStop}</Button>}
    </div>
  );
}

function FileFindings({ result }: { result: FileResult }) {
  if (result.problem !== undefined)
    return (
      <p className="trial__file secondary">
        <span className="trial__path">{result.path}</span>: {words.tryFileProblem[result.problem]}
      </p>
    );
  return (
    <details className="trial__file" open={result.lines.length <= LINES_SHOWN_AT_ONCE}>
      <summary>
        <span className="trial__path">{result.path}</span>: {words.tryRemoved(result.places)}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className="trial__lines" aria-label={result.path} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.tryLine}</th>
              <th scope="col">{words.tryColumn}</th>
              <th scope="col">{words.tryResult}</th>
            </tr>
          </thead>
          <tbody>
            {result.lines.map(({ line, column, pieces }) => (
              <tr key={line}>
                <td className="trial__number">{line}</td>
                <td className="trial__number">{column}</td>
                <td className="trial__text">
                  <MaskedText pieces={pieces} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {result.lines.length < result.places && <p className="group__note">{words.tryLinesOnly}</p>}
    </details>
  );
}

/** A file with more lines is folded, so that the next file is visible. */
const LINES_SHOWN_AT_ONCE = 20;
