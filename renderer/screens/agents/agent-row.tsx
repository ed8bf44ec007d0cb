import { useState } from 'react';
import { type BridgeAction, type BridgeStatus, isTelemetryHarness } from '../../../shared/bridge.ts';
import {
  bridgeTelemetry,
  bridgeTestSentences,
  hooksOffSentence,
  otherPlinthSentences,
} from '../../../shared/words/bridges.ts';
import { Button } from '../../components/button.tsx';
import { EventIcon } from '../../components/event-icon.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { useConnection } from '../../control/control-context.tsx';
import { messages } from '../../messages/index.ts';
import { RowMenu, RowMenuItem } from '../integrations/row-menu.tsx';

const words = messages.agents;

/** True when the agent reports nothing until a user acts. */
export const needsAttention = (agent: BridgeStatus) =>
  agent.state === 'waiting_for_review' ||
  agent.state === 'disabled_by_harness' ||
  agent.state === 'entry_missing';

/** One agent: its state, its actions and, on request, its details. */
export function AgentRow(props: {
  agent: BridgeStatus;
  /** The agent’s folder, where another row has the same name. */
  folder: string | undefined;
  onAsk(action: BridgeAction): void;
  onOtherFolder(): void;
}) {
  const { agent, folder, onAsk, onOtherFolder } = props;
  // The buttons of two rows must not have one name.
  const named = folder === undefined ? agent : { ...agent, name: `${agent.name} (${folder})` };
  const [tested, setTested] = useState<string[]>([]);
  const lost = words.lost(agent);
  return (
    <li className="agent" data-harness={agent.harness} data-state={agent.state}>
      <div className="agent__head">
        <h3 className="agent__name">
          {agent.name}
          {folder !== undefined && <span className="secondary"> {folder}</span>}
        </h3>
        <StateChip agent={agent} />
        {agent.version !== null && (
          <span className="secondary numeric">
            {words.version(agent.version)}
            {agent.newerThanTested && (
              <span title={words.newerNote(agent.testedVersion ?? '')}> · {words.newerThanTested}</span>
            )}
          </span>
        )}
      </div>
      <div className="agent__actions">
        <AgentActions agent={named} onAsk={onAsk} onTested={setTested} />
      </div>
      <AgentState agent={agent} />
      {[...agent.hooksOff.map(hooksOffSentence), ...otherPlinthSentences(agent), ...lost, ...tested].map(
        (sentence) => (
          <p key={sentence} className="agent__state group__note" role="status">
            {sentence}
          </p>
        ),
      )}
      <AgentDetails agent={named} onOtherFolder={onOtherFolder} />
    </li>
  );
}

export function StateChip({ agent }: { agent: BridgeStatus }) {
  return (
    <span className="chip" data-tone={needsAttention(agent) ? 'attention' : undefined}>
      {words.states[agent.state]}
    </span>
  );
}

function AgentState({ agent }: { agent: BridgeStatus }) {
  const { name, state } = agent;
  if (state === 'not_installed' || state === 'available') return null;
  return (
    <p className="agent__state group__note">
      {state === 'connected' && (
        <>
          {words.lastEvent} <RelativeTime instant={agent.lastEventAt} />.
        </>
      )}
      {state === 'silent' && (
        <>
          {words.connectedSince} <RelativeTime instant={agent.connectedAt} />. {words.silent(name)}
        </>
      )}
      {state !== 'connected' && state !== 'silent' && messages.bridgeRemedies[state](name)}
    </p>
  );
}

/** The button that connects an agent. Renders nothing for a connected agent. */
export function ConnectButton({ agent, onAsk }: { agent: BridgeStatus; onAsk(action: BridgeAction): void }) {
  return (
    <Button aria-label={words.connectNamed(agent.name)} onClick={() => onAsk('connect')}>
      {words.actions.connect}
    </Button>
  );
}

function AgentActions(props: {
  agent: BridgeStatus;
  onAsk(action: BridgeAction): void;
  onTested(sentences: string[]): void;
}) {
  const { agent, onAsk, onTested } = props;
  const { integrationId, harness, home } = agent;
  const connection = useConnection();
  const [testing, setTesting] = useState(false);
  const test = async () => {
    setTesting(true);
    const answer = await connection.call('bridges.test', { harness, home });
    setTesting(false);
    onTested(answer.ok ? bridgeTestSentences(answer.result.test) : [messages.failure(answer.error)]);
  };
  if (integrationId === null) return <ConnectButton agent={agent} onAsk={onAsk} />;
  return (
    <>
      {agent.state === 'entry_missing' && (
        <Button aria-label={words.restoreNamed(agent.name)} onClick={() => onAsk('connect')}>
          {words.restore}
        </Button>
      )}
      <Button aria-label={words.testNamed(agent.name)} disabled={testing} onClick={() => void test()}>
        {words.test}
      </Button>
      <RowMenu name={agent.name} integrationId={integrationId}>
        <RowMenuItem onSelect={() => onAsk('reconnect')}>{words.actions.reconnect}</RowMenuItem>
        <RowMenuItem destructive onSelect={() => onAsk('disconnect')}>
          {words.actions.disconnect}
        </RowMenuItem>
      </RowMenu>
    </>
  );
}

function AgentDetails({ agent, onOtherFolder }: { agent: BridgeStatus; onOtherFolder(): void }) {
  const connected = agent.integrationId !== null;
  const events = connected ? agent.events : agent.events.filter(({ reported }) => reported);
  return (
    <details className="agent__details">
      <summary>
        {words.details} <span className="visually-hidden">{agent.name}</span>
      </summary>
      <dl className="facts">
        <dt>{words.home}</dt>
        <dd>
          <code>{agent.home}</code>
          {agent.harness !== 'acp' && (
            <Button aria-label={words.otherFolderNamed(agent.name)} onClick={onOtherFolder}>
              {words.otherFolder}
            </Button>
          )}
        </dd>
        <dt>{words.configuration}</dt>
        <dd>
          <code>{agent.configuration}</code>
        </dd>
        <dt>{connected ? words.events : words.canReport}</dt>
        <dd>
          <ul className="agent__events">
            {events.map(({ event, reported, lastAt }) => (
              <li key={event}>
                <EventIcon type={event} size={14} />
                <span>{messages.eventTypes[event]}</span>
                {connected && (
                  <span className="secondary">
                    {reported ? <RelativeTime instant={lastAt} /> : words.cannotReport}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </dd>
        {connected && (
          <>
            {agent.caller !== null && (
              <>
                <dt>{words.caller}</dt>
                <dd>{words.callerText(agent.caller.program, agent.caller.parents, agent.caller.folder)}</dd>
              </>
            )}
            <dt>{isTelemetryHarness(agent.harness) ? words.exports : words.reports}</dt>
            <dd>{words.reportsCount(agent.reports, agent.refused)}</dd>
            <dt>{words.notUsed}</dt>
            <dd>{words.notUsedCount(agent.unknownPayloads, agent.unknownFields)}</dd>
            <dt>{words.notTyped}</dt>
            <dd>{words.notTypedCount(agent.notUserInput)}</dd>
            <dt>{words.duplicates}</dt>
            <dd>{words.duplicatesCount(agent.duplicates)}</dd>
          </>
        )}
        {bridgeTelemetry[agent.harness] !== undefined && (
          <>
            <dt>{words.telemetry}</dt>
            <dd>{bridgeTelemetry[agent.harness]}</dd>
          </>
        )}
        {agent.notes.length > 0 && (
          <>
            <dt>{words.notes}</dt>
            <dd>
              {agent.notes.map((note) => (
                <p key={note}>{messages.bridgeNotes[note]}</p>
              ))}
            </dd>
          </>
        )}
      </dl>
    </details>
  );
}
