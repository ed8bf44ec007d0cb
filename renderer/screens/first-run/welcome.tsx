import { type BridgeStatus, isTelemetryHarness } from '../../../shared/bridge.ts';
import './welcome.css';
import { EyeOff, House, NotebookPen } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { PlinthMark } from '../../app/plinth-mark.tsx';
import { navigate } from '../../app/route.ts';
import { Button } from '../../components/button.tsx';
import { Loading } from '../../components/states.tsx';
import { useQuery } from '../../control/control-context.tsx';
import { useSettings } from '../../control/use-settings.ts';
import { messages } from '../../messages/index.ts';
import { useAgents } from '../agents/use-agents.ts';
import { FirstEvent } from '../integrations/first-event.tsx';
import { GenerateButton, GenerateForm } from '../integrations/generate-form.tsx';
import { TokenPanel } from '../integrations/token-panel.tsx';
import { useShownSecret } from '../integrations/use-shown-secret.ts';
import { AgentsToConnect } from './agents-to-connect.tsx';
import { showWelcomeAgain } from './welcome-again.ts';

const words = messages.welcome;
const pointIcons = [NotebookPen, EyeOff, House];

type Step = 1 | 2 | 3;

/** What the introduction connected, and when. Without an id, several agents. */
interface Born {
  id?: string;
  since: string;
}

/** Adds an agent that was connected. Of several, any event is the first. */
function withAgent(
  earlier: Born | undefined,
  { integrationId, connectedAt }: BridgeStatus,
): Born | undefined {
  if (integrationId === null || connectedAt === null) return earlier;
  if (earlier === undefined || earlier.id === integrationId) return { id: integrationId, since: connectedAt };
  return { since: earlier.since };
}

/** Whether the new agent or program has reported, or any if none is new. Undefined until this is known. */
function useBegun(born: Born | undefined): boolean | undefined {
  const { id, since } = born ?? {};
  const filter = {
    ...(id === undefined ? {} : { integrationId: id }),
    ...(since === undefined ? {} : { since }),
  };
  const count = useQuery('receipts.count', { filter }, ['receipts']);
  return count.value === undefined || count.params.filter?.since !== filter.since
    ? undefined
    : count.value.count > 0;
}

/** The way of an own program. It waits behind its title while there are agents to connect. */
function OwnProgram(props: { open: boolean; onOpen(open: boolean): void; children: ReactNode }) {
  if (props.open) return props.children;
  return (
    <details className="advanced" onToggle={(event) => props.onOpen(event.currentTarget.open)}>
      <summary>{messages.agents.orToken}</summary>
      <div className="advanced__body">{props.children}</div>
    </details>
  );
}

/** The first run: what Plinth is, an agent or a token, the first event. */
export function Welcome() {
  const { change } = useSettings();
  const status = useQuery('host.status', {}, ['recording']);
  const agents = useAgents();
  const found = (agents.value?.bridges ?? []).filter(
    ({ harness, state }) => state !== 'not_installed' && !isTelemetryHarness(harness),
  );
  const looking = agents.value === undefined && agents.failure === undefined;
  const [step, setStep] = useState<Step>(1);
  const [busy, setBusy] = useState(false);
  const [byToken, setByToken] = useState(false);
  const [born, setBorn] = useState<Born | undefined>(undefined);
  const begun = useBegun(born);
  const { issued, show, forget, leave, panel } = useShownSecret();
  const formId = useId();
  const heading = useRef<HTMLHeadingElement>(null);

  // Each step starts with the focus on its title, for screen readers and the keyboard.
  // biome-ignore lint/correctness/useExhaustiveDependencies: moves with the step
  useEffect(() => heading.current?.focus(), [step]);

  const finish = async (receiptId?: string) => {
    forget();
    if (!(await change({ onboardingDone: true }))) return;
    showWelcomeAgain(false);
    navigate({ screen: 'activity', ...(receiptId === undefined ? {} : { receiptId }) });
  };
  const openReceipt = (receiptId: string) => void finish(receiptId);
  const goTo = (next: Step) => leave(() => setStep(next));

  const offersToken = step === 2 && issued === undefined && !looking && (byToken || found.length === 0);
  const goesOn = step !== 2 || (born !== undefined && !panel.asking);

  return (
    <main className="welcome" tabIndex={-1}>
      <div className="welcome__card">
        <header className="welcome__head">
          <PlinthMark size={28} />
          <p className="secondary numeric">{words.step(step)}</p>
        </header>
        {step === 1 && (
          <section className="welcome__step">
            <h1 ref={heading} tabIndex={-1}>
              {words.what.title}
            </h1>
            <WhatPlinthIs />
          </section>
        )}
        {step === 2 && (
          <section className="welcome__step">
            <h1 ref={heading} tabIndex={-1}>
              {issued === undefined ? words.connect.title : messages.token.title(issued.integration.name)}
            </h1>
            {looking ? (
              <Loading />
            ) : issued === undefined ? (
              <>
                {found.length > 0 && (
                  <>
                    <p className="group__note">{words.connect.agents}</p>
                    <AgentsToConnect
                      agents={found}
                      onConnected={(agent) => setBorn((earlier) => withAgent(earlier, agent))}
                      onOpenReceipt={openReceipt}
                    />
                  </>
                )}
                <OwnProgram open={found.length === 0} onOpen={setByToken}>
                  <p className="group__note">{words.connect.text}</p>
                  <GenerateForm
                    formId={formId}
                    onBusy={setBusy}
                    onIssued={(integration, secret) => {
                      show(integration, secret);
                      setBorn({ id: integration.id, since: integration.createdAt });
                    }}
                  />
                </OwnProgram>
              </>
            ) : (
              <TokenPanel {...issued} {...panel} heading="h2" onOpenReceipt={openReceipt} />
            )}
          </section>
        )}
        {step === 3 && (
          <section className="welcome__step" aria-busy={begun === undefined}>
            <h1 ref={heading} tabIndex={-1}>
              {begun === true ? words.see.title : words.see.waitingTitle}
            </h1>
            {begun !== undefined && (
              <p className="group__note">{begun ? words.see.text : words.see.waitingText}</p>
            )}
            {born?.id !== undefined && (
              <FirstEvent
                integrationId={born.id}
                since={born.since}
                status={status.value}
                onOpen={openReceipt}
              />
            )}
          </section>
        )}
        <footer className="welcome__foot">
          <div className="welcome__leave">
            {step > 1 && (
              <Button look="quiet" onClick={() => goTo(step === 3 ? 2 : 1)}>
                {words.back}
              </Button>
            )}
            {step < 3 && (
              <Button look="quiet" onClick={() => leave(() => void finish())}>
                {words.skip}
              </Button>
            )}
          </div>
          <div className="welcome__next">
            {offersToken && (
              <GenerateButton formId={formId} busy={busy} look={born === undefined ? 'main' : 'plain'} />
            )}
            <Button
              look={goesOn ? 'main' : 'plain'}
              onClick={() => (step === 3 ? void finish() : goTo(step === 1 ? 2 : 3))}
            >
              {step === 3 ? words.see.finish : panel.asking ? words.withoutCopy : words.next}
            </Button>
          </div>
        </footer>
      </div>
    </main>
  );
}

function WhatPlinthIs() {
  return (
    <>
      <p className="group__note">{words.what.text}</p>
      <ul className="welcome__points">
        {words.what.points.map((point, index) => {
          const Icon = pointIcons[index] ?? NotebookPen;
          return (
            <li key={point.title}>
              <Icon size={16} strokeWidth={1.5} aria-hidden />
              <div>
                <h2>{point.title}</h2>
                <p className="group__note">{point.text}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}
