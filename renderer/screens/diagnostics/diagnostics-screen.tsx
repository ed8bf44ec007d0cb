import './diagnostics.css';
import { Check, CircleAlert, TriangleAlert } from 'lucide-react';
import type { Diagnostics, LoggedRefusal } from '../../../shared/control.ts';
import type { DoctorFinding } from '../../../shared/doctor.ts';
import type { Integration } from '../../../shared/integration.ts';
import { CheckAgainButton } from '../../components/check-again-button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { Group, Setting } from '../../components/setting.tsx';
import { Callout, Failed, Loading, None, NotYet } from '../../components/states.tsx';
import { type Query, useQuery } from '../../control/control-context.tsx';
import { formatBytes, formatCount } from '../../format/quantity.ts';
import { messages } from '../../messages/index.ts';
import { RefusalText } from '../integrations/first-event.tsx';
import { TitleRow } from '../title-row.tsx';
import { IncidentsGroup } from './incidents.tsx';
import { RecordCheckGroup } from './record-check.tsx';
import { StoreRepairSetting } from './store-repair.tsx';

const words = messages.diagnostics;
const levelIcons = { ok: Check, attention: TriangleAlert, failure: CircleAlert };
/** The newest ones. The counts above them are of all. */
const REFUSALS_SHOWN = 20;
const levelOrder = { failure: 0, attention: 1, ok: 2 };

export function DiagnosticsScreen() {
  const diagnostics = useQuery('diagnostics.get', {}, ['receipts', 'refusal', 'settings']);
  const doctor = useQuery('doctor.run', {}, []);
  const refusals = useQuery('refusals.list', { limit: REFUSALS_SHOWN }, ['refusal']);
  const integrations = useQuery('integrations.list', { includeRevoked: true }, ['integrations']);
  const check = async () => {
    const [checked] = await Promise.all([doctor.reload(), diagnostics.reload(), refusals.reload()]);
    return checked && words.checked(checked.findings.filter(({ level }) => level !== 'ok').length);
  };

  return (
    <>
      <TitleRow title={words.title}>
        <CheckAgainButton label={words.refresh} check={check} />
      </TitleRow>
      <div className="scroll">
        <div className="settings">
          <Group title={words.findings}>
            {doctor.value === undefined ? (
              doctor.failure === undefined ? (
                <div className="card">
                  <Loading text={words.checking} />
                </div>
              ) : (
                <div className="card">
                  <Failed failure={doctor.failure} onRetry={doctor.reload} />
                </div>
              )
            ) : (
              <Findings doctor={doctor} findings={doctor.value.findings} />
            )}
          </Group>
          <IncidentsGroup />
          <RecordCheckGroup />
          {diagnostics.value === undefined ? (
            diagnostics.failure === undefined ? (
              <Loading />
            ) : (
              <Failed failure={diagnostics.failure} onRetry={diagnostics.reload} />
            )
          ) : (
            <HostFacts diagnostics={diagnostics.value} />
          )}
          <Group title={words.refusals} note={words.refusalsNote}>
            <Refusals
              query={refusals}
              byCode={diagnostics.value?.refusalsByCode ?? {}}
              integrations={integrations.value?.integrations ?? []}
            />
          </Group>
        </div>
      </div>
    </>
  );
}

function Findings(props: { doctor: Query<'doctor.run'>; findings: readonly DoctorFinding[] }) {
  const { doctor, findings } = props;
  const ordered = [...findings].sort((a, b) => levelOrder[a.level] - levelOrder[b.level]);
  return (
    <>
      {doctor.isCurrent && findings.every(({ level }) => level === 'ok') && (
        <p className="group__note">{words.allWell}</p>
      )}
      {!doctor.isCurrent && <NotYet query={doctor} />}
      <ul className="card findings-list">
        {ordered.map((finding) => {
          const Icon = levelIcons[finding.level];
          const { summary, remedy } = messages.finding(finding);
          return (
            <li key={finding.code + summary} className="finding" data-level={finding.level}>
              <Icon size={16} strokeWidth={1.5} aria-label={words.levels[finding.level]} role="img" />
              <div>
                <p>{summary}</p>
                {remedy !== null && (
                  <p className="secondary">
                    {words.remedy}: {remedy}
                  </p>
                )}
              </div>
              <code className="secondary">{finding.check}</code>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function HostFacts({ diagnostics }: { diagnostics: Diagnostics }) {
  const { status, stores, faults, setAside } = diagnostics;
  const number = (value: number) => <span className="numeric">{formatCount(value)}</span>;
  const bytes = (value: number) => <span className="numeric">{formatBytes(value)}</span>;
  return (
    <>
      <Group title={words.listener}>
        <div className="card">
          <Setting label={words.baseUrl}>
            {status.baseUrl === null ? (
              <span className="chip" data-tone="attention">
                {words.notListening}
              </span>
            ) : (
              <span className="with-button">
                <code>{status.baseUrl}</code>
                <CopyButton iconOnly label={words.copyBaseUrl} text={() => status.baseUrl ?? ''} />
              </span>
            )}
          </Setting>
          <Setting label={words.port}>
            <span className="numeric">{status.port}</span>
          </Setting>
          <Setting label={words.addresses}>
            <code>{status.addresses.join(', ') || messages.common.none}</code>
          </Setting>
          <Setting label={words.apiVersion}>
            <span className="numeric">{status.apiVersion}</span>
          </Setting>
          <Setting label={words.pid}>
            <span className="numeric">{status.pid}</span>
          </Setting>
          <Setting label={words.instance}>
            <code className="path">{status.instanceId}</code>
          </Setting>
        </div>
      </Group>
      <Group title={words.stores}>
        {setAside.length > 0 && (
          <Callout tone="attention">
            <strong>{messages.storeWork.setAside}</strong>
            <span>{messages.storeWork.setAsideNote}</span>
            {setAside.map((name) => (
              <code className="path" key={name}>
                {name}
              </code>
            ))}
          </Callout>
        )}
        <div className="card">
          <Setting label={words.receipts}>{number(stores.receipts)}</Setting>
          <Setting label={words.sessions}>{number(stores.sessions)}</Setting>
          {stores.unindexedReceipts > 0 && (
            <Setting label={words.unindexed}>{number(stores.unindexedReceipts)}</Setting>
          )}
          {faults > 0 && (
            <Setting label={words.faults} note={words.faultsNote}>
              {number(faults)}
            </Setting>
          )}
          <Setting label={words.receiptsBytes}>{bytes(stores.receiptsBytes)}</Setting>
          <Setting label={words.settingsBytes}>{bytes(stores.settingsBytes)}</Setting>
          <Setting label={words.logBytes}>{bytes(stores.logBytes)}</Setting>
          <StoreRepairSetting />
        </div>
      </Group>
      <Group title={words.vault}>
        <div className="card">
          <Setting
            label={words.vaultBackends[status.vault.backend]}
            note={status.vault.reason === null ? undefined : words.vaultReasons[status.vault.reason]}
          >
            <span className="chip">{status.vault.backend}</span>
          </Setting>
        </div>
      </Group>
    </>
  );
}

function Refusals(props: {
  query: Query<'refusals.list'>;
  byCode: Record<string, number>;
  integrations: readonly Integration[];
}) {
  const { query, byCode, integrations } = props;
  const refusals: readonly LoggedRefusal[] = query.value?.refusals ?? [];
  const nameOf = (id: string | null) =>
    integrations.find((integration) => integration.id === id)?.name ?? words.unknownIntegration;
  if (refusals.length === 0) {
    return (
      <div className="card card__body">
        <None query={query}>{words.noRefusals}</None>
      </div>
    );
  }
  return (
    <div className="card">
      <ul className="codes">
        {Object.entries(byCode)
          .sort(([, a], [, b]) => b - a)
          .map(([code, count]) => (
            <li key={code} className="chip numeric">
              <code>{code}</code> {words.codeCount(count)}
            </li>
          ))}
      </ul>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled part must be reachable with the keyboard */}
      <section className="table-scroll" tabIndex={0}>
        <table className="refusals">
          <thead>
            <tr>
              <th scope="col">{words.at}</th>
              <th scope="col">{words.code}</th>
              <th scope="col">{words.endpoint}</th>
              <th scope="col">{words.from}</th>
            </tr>
          </thead>
          <tbody>
            {refusals.map((refusal, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a refusal has no id, and two may share their instant
              <tr key={`${refusal.at} ${index}`}>
                <td>
                  <RelativeTime instant={refusal.at} />
                </td>
                <td>
                  <code>
                    {refusal.status} {refusal.code}
                  </code>
                  <div className="secondary">
                    <RefusalText refusal={refusal} />
                  </div>
                </td>
                <td>{words.endpoints[refusal.endpoint]}</td>
                <td className="refusals__from truncate" dir="auto" title={nameOf(refusal.integrationId)}>
                  {nameOf(refusal.integrationId)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {refusals.length === REFUSALS_SHOWN && (
        <p className="card__body secondary">{messages.common.newest(REFUSALS_SHOWN)}</p>
      )}
    </div>
  );
}
