import './agents.css';
import { Bot } from 'lucide-react';
import { useState } from 'react';
import type { BridgeAction, BridgeStatus } from '../../../shared/bridge.ts';
import { CheckAgainButton } from '../../components/check-again-button.tsx';
import { Group } from '../../components/setting.tsx';
import { Empty, Failed, Loading } from '../../components/states.tsx';
import { messages } from '../../messages/index.ts';
import { TitleRow } from '../title-row.tsx';
import { AgentRow, needsAttention } from './agent-row.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { FolderDialog } from './folder-dialog.tsx';
import { useAgents } from './use-agents.ts';

const words = messages.agents;

export function AgentsScreen() {
  const agents = useAgents();
  const [asked, setAsked] = useState<{ agent: BridgeStatus; action: BridgeAction } | undefined>(undefined);
  const [naming, setNaming] = useState<BridgeStatus | undefined>(undefined);
  const check = async () => {
    const now = await agents.reload();
    return now && words.checked(now.bridges.filter(needsAttention).length);
  };
  const all = agents.value?.bridges ?? [];
  const found = all.filter(({ state }) => state !== 'not_installed');
  const others = all.filter(({ state }) => state === 'not_installed');
  const homesOf = ({ harness }: BridgeStatus) => all.filter((each) => each.harness === harness).length;
  const rows = (some: readonly BridgeStatus[]) => (
    <ul className="card agents">
      {some.map((agent) => (
        <AgentRow
          key={`${agent.harness} ${agent.home}`}
          agent={agent}
          folder={homesOf(agent) > 1 ? agent.home : undefined}
          onAsk={(action) => setAsked({ agent, action })}
          onOtherFolder={() => setNaming(agent)}
        />
      ))}
    </ul>
  );

  return (
    <>
      <TitleRow title={words.title}>
        <CheckAgainButton label={words.checkAgain} check={check} />
      </TitleRow>
      <div className="scroll">
        <div className="settings">
          <p className="group__note">{words.intro}</p>
          {agents.value === undefined ? (
            <div className="card">
              {agents.failure === undefined ? (
                <Loading />
              ) : (
                <Failed failure={agents.failure} onRetry={() => void agents.reload()} />
              )}
            </div>
          ) : (
            <>
              {found.length === 0 ? (
                <div className="card">
                  <Empty icon={Bot} title={words.noneTitle} text={words.noneText} query={agents} />
                </div>
              ) : (
                <Group title={words.found}>{rows(found)}</Group>
              )}
              {others.length > 0 && (
                <Group title={words.notFound} note={words.notFoundNote}>
                  {rows(others)}
                </Group>
              )}
            </>
          )}
        </div>
      </div>
      {naming !== undefined && (
        <FolderDialog
          agent={naming}
          onNamed={(home) => {
            setNaming(undefined);
            setAsked({ agent: { ...naming, home, integrationId: null }, action: 'connect' });
          }}
          onClose={() => setNaming(undefined)}
        />
      )}
      {asked !== undefined && <ChangeDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}
