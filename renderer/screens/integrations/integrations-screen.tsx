import { IntegrationName } from '../../components/integration-name.tsx';
import './integrations.css';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { type Integration, integrationState } from '../../../shared/integration.ts';
import { navigate } from '../../app/route.ts';
import { Button } from '../../components/button.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { Empty, Failed, Loading } from '../../components/states.tsx';
import { useQuery } from '../../control/control-context.tsx';
import { formatCount } from '../../format/quantity.ts';
import { messages } from '../../messages/index.ts';
import { TitleRow } from '../title-row.tsx';
import { GenerateDialog, TokenDialog } from './generate-dialog.tsx';
import { RevokeDialog, RotateDialog } from './integration-dialogs.tsx';
import { RowMenu, RowMenuItem } from './row-menu.tsx';
import { useShownSecret } from './use-shown-secret.ts';

type Asked = { what: 'revoke' | 'rotate'; integration: Integration };

export function IntegrationsScreen() {
  const list = useQuery('integrations.list', { includeRevoked: true }, ['integrations', 'receipts']);
  const [generating, setGenerating] = useState(false);
  const [showRevoked, setShowRevoked] = useState(false);
  const [asked, setAsked] = useState<Asked | undefined>(undefined);
  const { issued, show, leave, panel } = useShownSecret();

  const all = list.value?.integrations ?? [];
  const revoked = all.filter(({ revokedAt }) => revokedAt !== null).length;
  const shown = showRevoked ? all : all.filter(({ revokedAt }) => revokedAt === null);

  return (
    <>
      <TitleRow title={messages.integrations.title}>
        <Button look="main" title={messages.integrations.generate} onClick={() => setGenerating(true)}>
          <Plus size={16} strokeWidth={1.5} aria-hidden />
          <span className="title-row__action">{messages.integrations.generate}</span>
        </Button>
      </TitleRow>
      <div className="scroll">
        <div className="settings">
          <p className="group__note">{messages.integrations.intro}</p>
          <p className="group__note">
            {messages.integrations.shell.before}
            <code>{messages.integrations.shell.command}</code>
            {messages.integrations.shell.after}
          </p>
          <section className="group" aria-label={messages.integrations.list}>
            <div className="card">
              {list.value === undefined ? (
                list.failure === undefined ? (
                  <Loading />
                ) : (
                  <Failed failure={list.failure} onRetry={list.reload} />
                )
              ) : shown.length === 0 ? (
                <Empty
                  icon={KeyRound}
                  title={messages.integrations.emptyTitle}
                  text={messages.integrations.emptyText}
                  action={
                    <Button onClick={() => setGenerating(true)}>{messages.integrations.generate}</Button>
                  }
                />
              ) : (
                <ul className="integrations">
                  {shown.map((integration) => (
                    <IntegrationRow
                      key={integration.id}
                      integration={integration}
                      onAsk={(what) => setAsked({ what, integration })}
                    />
                  ))}
                </ul>
              )}
            </div>
            {revoked > 0 && (
              <label className="check check--inline">
                <input
                  type="checkbox"
                  checked={showRevoked}
                  onChange={(event) => setShowRevoked(event.target.checked)}
                />
                <span>
                  {messages.integrations.showRevoked}{' '}
                  <span className="secondary numeric">{formatCount(revoked)}</span>
                </span>
              </label>
            )}
          </section>
        </div>
      </div>
      <GenerateDialog open={generating} onClose={() => setGenerating(false)} />
      {asked?.what === 'revoke' && (
        <RevokeDialog integration={asked.integration} onClose={() => setAsked(undefined)} />
      )}
      {asked?.what === 'rotate' && (
        <RotateDialog
          integration={asked.integration}
          onClose={() => setAsked(undefined)}
          onIssued={(integration, secret) => {
            setAsked(undefined);
            show(integration, secret);
          }}
        />
      )}
      {issued !== undefined && <TokenDialog issued={issued} panel={panel} onClose={() => leave(() => {})} />}
    </>
  );
}

function IntegrationRow(props: { integration: Integration; onAsk(what: Asked['what']): void }) {
  const { integration, onAsk } = props;
  const columns = messages.integrations.columns;
  const state = integrationState(integration);
  return (
    <li className="integration" data-state={state}>
      <div className="integration__head">
        <h2 className="integration__name" dir="auto">
          <IntegrationName name={integration.name} />
        </h2>
        <span className="chip">{messages.integrations.state[state]}</span>
        {integration.kind === 'managed' && (
          <span className="chip" title={messages.integrations.managedNote}>
            {messages.integrations.kinds.managed}
          </span>
        )}
      </div>
      <dl className="integration__facts">
        <div>
          <dt>{columns.events}</dt>
          <dd className="numeric">
            {integration.events === null ? messages.common.unknown : formatCount(integration.events)}
          </dd>
        </div>
        <div>
          <dt>{columns.lastUsed}</dt>
          <dd>
            <RelativeTime instant={integration.lastUsedAt} />
          </dd>
        </div>
        <div>
          <dt>{columns.created}</dt>
          <dd>
            <RelativeTime instant={integration.createdAt} />
          </dd>
        </div>
        <div>
          <dt>{columns.fingerprint}</dt>
          <dd>
            <code>{integration.fingerprint}</code>
          </dd>
        </div>
        <div className="integration__permissions">
          <dt>{columns.permissions}</dt>
          <dd>
            {integration.permissions.map((permission) => (
              <code key={permission} className="chip">
                {permission}
              </code>
            ))}
          </dd>
        </div>
      </dl>
      <div className="integration__actions">
        <IntegrationMenu integration={integration} onAsk={onAsk} />
      </div>
    </li>
  );
}

function IntegrationMenu({
  integration,
  onAsk,
}: {
  integration: Integration;
  onAsk(what: Asked['what']): void;
}) {
  const changeable = integration.revokedAt === null && integration.kind === 'developer';
  return (
    <RowMenu name={integration.name} integrationId={integration.id} reports={integration.revokedAt === null}>
      {integration.kind === 'managed' && integration.revokedAt === null && (
        <RowMenuItem onSelect={() => navigate({ screen: 'agents' })}>{messages.agents.managed}</RowMenuItem>
      )}
      {changeable && (
        <>
          <RowMenuItem onSelect={() => onAsk('rotate')}>{messages.integrations.rotate}</RowMenuItem>
          <RowMenuItem destructive onSelect={() => onAsk('revoke')}>
            {messages.integrations.revoke}
          </RowMenuItem>
        </>
      )}
    </RowMenu>
  );
}
