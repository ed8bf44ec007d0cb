import './welcome.css';
import { EyeOff, House, NotebookPen } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { PlinthMark } from '../../app/plinth-mark.tsx';
import { navigate } from '../../app/route.ts';
import { Button } from '../../components/button.tsx';
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

/** The first run: what Plinth is, an agent or a token, the first event. */
export function Welcome() {
  const { change } = useSettings();
  const status = useQuery('host.status', {}, ['recording']);
  const found = (useAgents().value?.bridges ?? []).filter(({ state }) => state !== 'not_installed');
  const [step, setStep] = useState<Step>(1);
  const [busy, setBusy] = useState(false);
  const [born, setBorn] = useState<{ id: string; since: string } | undefined>(undefined);
  const begun = (useQuery('receipts.count', {}, ['receipts']).value?.count ?? 0) > 0;
  const { issued, show, forget } = useShownSecret();
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
  const goTo = (next: Step) => {
    if (next !== 2) forget();
    setStep(next);
  };

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
          </section>
        )}
        {step === 2 && (
          <section className="welcome__step">
            <h1 ref={heading} tabIndex={-1}>
              {issued === undefined ? words.connect.title : messages.token.title(issued.integration.name)}
            </h1>
            {issued === undefined ? (
              <>
                {found.length > 0 && (
                  <>
                    <p className="group__note">{words.connect.agents}</p>
                    <AgentsToConnect
                      agents={found}
                      onConnected={({ integrationId, connectedAt }) => {
                        if (integrationId !== null && connectedAt !== null) {
                          setBorn({ id: integrationId, since: connectedAt });
                        }
                      }}
                      onOpenReceipt={openReceipt}
                    />
                  </>
                )}
                <p className="group__note">{words.connect.text}</p>
                <GenerateForm
                  formId={formId}
                  onBusy={setBusy}
                  onIssued={(integration, secret) => {
                    show(integration, secret);
                    setBorn({ id: integration.id, since: integration.createdAt });
                  }}
                />
              </>
            ) : (
              <TokenPanel {...issued} heading="h2" onOpenReceipt={openReceipt} />
            )}
          </section>
        )}
        {step === 3 && (
          <section className="welcome__step">
            <h1 ref={heading} tabIndex={-1}>
              {begun ? words.see.title : words.see.waitingTitle}
            </h1>
            <p className="group__note">{begun ? words.see.text : words.see.waitingText}</p>
            {born !== undefined && (
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
              <Button look="quiet" onClick={() => void finish()}>
                {words.skip}
              </Button>
            )}
          </div>
          {step === 1 && (
            <Button look="main" onClick={() => goTo(2)}>
              {words.next}
            </Button>
          )}
          {step === 2 && (
            <div className="welcome__next">
              {issued === undefined && (
                <GenerateButton formId={formId} busy={busy} look={born === undefined ? 'main' : 'plain'} />
              )}
              <Button look={born === undefined ? 'plain' : 'main'} onClick={() => goTo(3)}>
                {words.next}
              </Button>
            </div>
          )}
          {step === 3 && (
            <Button look="main" onClick={() => void finish()}>
              {words.see.finish}
            </Button>
          )}
        </footer>
      </div>
    </main>
  );
}
