import '../agents/agents.css';
import { useState } from 'react';
import type { BridgeStatus } from '../../../shared/bridge.ts';
import { ConnectButton, StateChip } from '../agents/agent-row.tsx';
import { ChangeDialog } from '../agents/change-dialog.tsx';

/** The agents that were found on this computer, each with a button to connect it. */
export function AgentsToConnect(props: {
  agents: readonly BridgeStatus[];
  onConnected(agent: BridgeStatus): void;
  onOpenReceipt(receiptId: string): void;
}) {
  const [asked, setAsked] = useState<BridgeStatus | undefined>(undefined);
  return (
    <>
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
