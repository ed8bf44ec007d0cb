import { GitCompare } from 'lucide-react';
import { useState } from 'react';
import type { ChangedFile, ChangeReport } from '../../../shared/changes.ts';
import type { ControlFailure } from '../../../shared/failure.ts';
import { hrefOf } from '../../../shared/window-route.ts';
import { CHANGE_VERDICTS, changeSentences } from '../../../shared/words/changes.ts';
import { Button } from '../../components/button.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { Group } from '../../components/setting.tsx';
import { Callout } from '../../components/states.tsx';
import { useConnection } from '../../control/control-context.tsx';
import { messages } from '../../messages/index.ts';
import { timeline } from '../activity/filter-state.ts';

const words = messages.projects;

type Answer = { report: ChangeReport } | { failure: ControlFailure } | undefined;

/** Compares the project's git repository with the record, when the user asks for it. */
export function ProjectChanges({ path }: { path: string }) {
  const connection = useConnection();
  const [answer, setAnswer] = useState<Answer>();
  const [isBusy, setIsBusy] = useState(false);
  const compare = async () => {
    setIsBusy(true);
    const envelope = await connection.call('changes.list', { folder: path });
    setAnswer(envelope.ok ? { report: envelope.result } : { failure: envelope.error });
    setIsBusy(false);
  };
  return (
    <Group title={words.compareTitle}>
      <p className="secondary">{words.compareNote}</p>
      <div>
        <Button onClick={compare} disabled={isBusy}>
          <GitCompare size={14} strokeWidth={1.5} aria-hidden />
          {answer === undefined ? words.compare : words.compareAgain}
        </Button>
      </div>
      <div role="status">
        {answer !== undefined && 'failure' in answer && (
          <Callout tone="attention">{messages.failure(answer.failure)}</Callout>
        )}
        {answer !== undefined && 'report' in answer && <Comparison report={answer.report} />}
      </div>
    </Group>
  );
}

function Comparison({ report }: { report: ChangeReport }) {
  return (
    <>
      {changeSentences(report).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {report.files.length > 0 && (
        <div className="card table-card">
          <table className="data">
            <thead>
              <tr>
                <th scope="col">{words.file}</th>
                <th scope="col">{words.changed}</th>
                <th scope="col">{words.record}</th>
                <th scope="col">{words.by}</th>
              </tr>
            </thead>
            <tbody>
              {report.files.map((file) => (
                <ChangeRow key={file.path} file={file} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

function ChangeRow({ file }: { file: ChangedFile }) {
  const { path, changedAt, verdict, by } = file;
  return (
    <tr>
      <th scope="row">
        <code className="truncate data__path" title={path}>
          <bdi>{path}</bdi>
        </code>
      </th>
      <td>{changedAt === null ? words.deleted : <RelativeTime instant={changedAt} />}</td>
      <td>{CHANGE_VERDICTS[verdict]}</td>
      <td>{by !== null && <a href={hrefOf(timeline({}, by.receiptId))}>{by.integration}</a>}</td>
    </tr>
  );
}
