import '../agents/agents.css';
import { useState } from 'react';
import type { BridgeStatus } from '../../../shared/bridge.ts';
import { Button } from '../../components/button.tsx';
import { messages } from '../../messages/index.ts';
import { ConnectButton, StateChip } from '../agents/agent-row.tsx';
import { ChangeDialog } from '../agents/change-dialog.tsx';
import { ConnectAllDialog } from './connect-all-dialog.tsx';

/** The agents that were found on this computer, each with a button to connect it. */
export function AgentsToConnect(props: {
  agents: readonly BridgeStatus[];
  onConnected(agent: BridgeStatus): void;
  onOpenReceipt(receiptId: string): void;
}) {
  const [asked, setAsked] = useState<BridgeStatus | undefined>(undefined);
  const [all, setAll] = useState(false);
  const open = props.agents.filter(({ state }) => state === 'available');
  return (
    <>
      {open.length > 1 && (
        <Button look="main" onClick={() => setAll(true)}>
          {messages.agents.connectAll(open.length)}
        </Button>
      )}
      <ul className="card agents">
        {props.agents.map((agent) => (
          <li key={agent.harness} className="agent agent--line">
            <div className="agent__head">
              <h2 className="agent__name">{agent.name}</h2>
              {agent.integrationId !== null && <StateChip agent={agent} />}
            </div>
            <div className="agent__actions">
              {agent.integrationId === null && <ConnectButton agent={agent} onAsk={() => setAsked(agent)} />}
            </div>
          </li>
        ))}
      </ul>
      {all && (
        <ConnectAllDialog agents={open} onConnected={props.onConnected} onClose={() => setAll(false)} />
      )}
      {asked !== undefined && (
        <ChangeDialog
          agent={asked}
          action="connect"
          onDone={props.onConnected}
          onOpenReceipt={props.onOpenReceipt}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
