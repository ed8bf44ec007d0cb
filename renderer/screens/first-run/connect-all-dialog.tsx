import { useEffect, useState } from 'react';
import type { BridgeChange, BridgeStatus } from '../../../shared/bridge.ts';
import { announce } from '../../components/announcer.tsx';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Callout, Loading } from '../../components/states.tsx';
import { useConnection } from '../../control/control-context.tsx';
import { messages } from '../../messages/index.ts';
import { Change } from '../agents/change-dialog.tsx';

const words = messages.agents;

/** An agent with the change that connects it, or why there is none. */
interface Planned {
  agent: BridgeStatus;
  change?: BridgeChange;
  problem?: string;
}

const placeOf = ({ harness, home }: BridgeStatus) => ({ harness, home });
const addedLines = (diff: string) => diff.split('\n').filter((line) => /^\+(?!\+\+ )/.test(line)).length;

/** Shows the changes that connect several agents, folded, and makes them after one confirmation. */
export function ConnectAllDialog(props: {
  agents: readonly BridgeStatus[];
  onConnected(agent: BridgeStatus): void;
  onClose(): void;
}) {
  const connection = useConnection();
  // The agents of the moment: the list behind the dialog changes with each connection.
  const [agents, setAgents] = useState(props.agents);
  const [planned, setPlanned] = useState<readonly Planned[] | undefined>(undefined);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    let isCurrent = true;
    const plan = async (agent: BridgeStatus): Promise<Planned> => {
      const answer = await connection.call('bridges.preview', { ...placeOf(agent), action: 'connect' });
      return answer.ok
        ? { agent, change: answer.result.change }
        : { agent, problem: messages.failure(answer.error) };
    };
    void Promise.all(agents.map(plan)).then((plans) => isCurrent && setPlanned(plans));
    return () => {
      isCurrent = false;
    };
  }, [agents, connection]);

  const ready = (planned ?? []).filter(({ change }) => change !== undefined);
  const make = async () => {
    setBusy(true);
    const left: Planned[] = [];
    for (const each of planned ?? []) {
      if (each.change === undefined) {
        left.push(each);
        continue;
      }
      const { fingerprint } = each.change;
      const answer = await connection.call('bridges.connect', { ...placeOf(each.agent), fingerprint });
      if (answer.ok) props.onConnected(answer.result.status);
      else left.push({ agent: each.agent, problem: messages.failure(answer.error) });
    }
    setBusy(false);
    if (left.length === 0) {
      announce(words.allConnected);
      props.onClose();
    } else setPlanned(left);
  };

  return (
    <Dialog
      open
      title={words.connectAllTitle}
      description={words.connectAllText}
      onClose={props.onClose}
      foot={
        <>
          <Button data-first-focus onClick={props.onClose}>
            {messages.common.cancel}
          </Button>
          {planned !== undefined && ready.length === 0 ? (
            <Button look="main" onClick={() => setAgents(planned.map(({ agent }) => agent))}>
              {messages.common.retry}
            </Button>
          ) : (
            <Button look="main" disabled={busy || ready.length === 0} onClick={() => void make()}>
              {busy && <span className="spinner" />}
              {words.connectAllSubmit(ready.length)}
            </Button>
          )}
        </>
      }
    >
      {planned === undefined && <Loading text={words.preview} />}
      {planned?.map(({ agent, change, problem }) => (
        <section key={`${agent.harness} ${agent.home}`} className="change-of">
          <h3 className="agent__name">{agent.name}</h3>
          {problem !== undefined && (
            <Callout tone="failure" live="alert">
              {problem}
            </Callout>
          )}
          {change !== undefined && (
            <details className="advanced">
              <summary>{words.changeInShort(addedLines(change.diff), change.path)}</summary>
              <div className="advanced__body">
                <Change change={change} />
              </div>
            </details>
          )}
        </section>
      ))}
    </Dialog>
  );
}
