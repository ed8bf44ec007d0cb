import { Check, Copy } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import type { Integration } from '../../../shared/integration.ts';
import { announce } from '../../components/announcer.tsx';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Callout } from '../../components/states.tsx';
import { useConnection, useQuery } from '../../control/control-context.tsx';
import { messages } from '../../messages/index.ts';
import { FirstEvent } from './first-event.tsx';
import { SecretText, type ShownSecret } from './shown-secret.tsx';
import {
  buildSnippet,
  type Snippet,
  type SnippetInput,
  type SnippetLanguage,
  type SnippetPlatform,
  snippetLanguages,
} from './snippets.ts';

const platform: SnippetPlatform = navigator.userAgent.includes('Windows')
  ? 'win32'
  : navigator.userAgent.includes('Macintosh')
    ? 'darwin'
    : 'linux';

interface Copied {
  what: 'token' | 'snippet';
  outcome: 'clears_itself' | 'stays';
}

export interface TokenPanelState {
  /** True after the user tried to leave the token without a copy of it. */
  asking: boolean;
  onCopied(): void;
}

interface TokenPanelProps extends TokenPanelState {
  integration: Integration;
  secret: ShownSecret;
  since: string;
  /** Level of the panel's only heading, one below the title above it. */
  heading?: 'h2' | 'h3';
  onOpenReceipt?: (receiptId: string) => void;
}

/** Shows the token once, with snippets to use it immediately. */
export function TokenPanel(props: TokenPanelProps) {
  const { integration, secret, since, asking, onCopied, heading: Heading = 'h3', onOpenReceipt } = props;
  const again = integration.rotatedAt !== null;
  const connection = useConnection();
  const status = useQuery('host.status', {}, ['recording']);
  const copyButton = useRef<HTMLButtonElement>(null);
  // The question names the button that answers it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: moves with the question
  useEffect(() => copyButton.current?.focus(), [asking]);
  const [copied, setCopied] = useState<Copied | undefined>(undefined);
  // The copied text must be the shown text.
  const [now] = useState(() => new Date());

  // The line below the token shows and announces the result. An announcement would repeat it.
  const copySecret = async (what: Copied['what'], text: string): Promise<void> => {
    const outcome = await connection.copySecret(text);
    if (outcome === 'failed') announce(messages.common.copyFailed);
    else {
      setCopied({ what, outcome });
      onCopied();
    }
  };

  const input: SnippetInput = {
    dataDir: status.value?.dataDir ?? '',
    socket: status.value?.socket ?? null,
    sdkFolder: status.value?.sdkFolder ?? null,
    platform,
    integration: integration.name,
    permissions: integration.permissions,
    now,
  };
  const languages = snippetLanguages(input);
  const copySnippet = async (language: SnippetLanguage) => {
    const snippet = buildSnippet(language, input);
    if (snippet.withToken) {
      await copySecret('snippet', `${snippet.beforeToken}${secret.read()}${snippet.afterToken}`);
      return;
    }
    try {
      await navigator.clipboard.writeText(snippet.afterToken);
      announce(messages.common.copied);
    } catch {
      announce(messages.common.copyFailed);
    }
  };
  const writes = integration.permissions.includes('events:write');
  const listening = typeof status.value?.baseUrl === 'string' && languages.length > 0;

  return (
    <div className="token-panel">
      <Callout tone="attention" live={asking ? 'alert' : undefined}>
        {asking ? messages.token.notCopied : messages.token.once}
      </Callout>
      <div className="token">
        <figure className="token__text" aria-label={messages.token.label} onCopy={onCopied}>
          <code>
            <SecretText secret={secret} />
          </code>
        </figure>
        <Button
          look="main"
          ref={copyButton}
          data-first-focus
          onClick={() => void copySecret('token', secret.read())}
        >
          <CopyMark done={copied?.what === 'token'} />
          {messages.token.copy}
        </Button>
      </div>
      <p className="secondary token__copied" aria-live="polite">
        {copied?.outcome === 'clears_itself' && messages.token.clears}
        {copied?.outcome === 'stays' && messages.token.stays}
      </p>
      {listening && (
        <section className="group">
          <Heading className="token-panel__heading">
            {!writes ? messages.token.firstRead : again ? messages.token.next : messages.token.first}
          </Heading>
          <Tabs.Root defaultValue={languages[0]!}>
            <Tabs.List
              className="tabs__list"
              aria-label={writes ? messages.token.first : messages.token.firstRead}
            >
              {languages.map((language) => (
                <Tabs.Trigger key={language} value={language} className="tabs__tab">
                  {messages.token.tabs[language]}
                </Tabs.Trigger>
              ))}
            </Tabs.List>
            {languages.map((language) => (
              <Tabs.Content key={language} value={language} tabIndex={-1}>
                <Install lines={buildSnippet(language, input).install} />
                <div className="code">
                  <SnippetText snippet={buildSnippet(language, input)} secret={secret} />
                  <div className="code__foot">
                    <span className="secondary">
                      {messages.token.run(buildSnippet(language, input).program)}
                    </span>
                    <Button look="quiet" onClick={() => void copySnippet(language)}>
                      <CopyMark done={copied?.what === 'snippet' && language === languages[0]} />
                      {messages.token.copySnippet}
                    </Button>
                  </div>
                </div>
              </Tabs.Content>
            ))}
          </Tabs.Root>
        </section>
      )}
      {writes && (
        <FirstEvent
          integrationId={integration.id}
          since={since}
          status={status.value}
          again={again}
          onOpen={onOpenReceipt}
        />
      )}
    </div>
  );
}

function Install({ lines }: { lines: string | undefined }) {
  if (lines === undefined) return null;
  return (
    <div className="code code--install">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable block must be reachable by keyboard */}
      <pre tabIndex={0}>{lines}</pre>
      <div className="code__foot">
        <span className="secondary">{messages.token.install}</span>
        <CopyButton look="quiet" text={() => lines} label={messages.token.copyInstall} />
      </div>
    </div>
  );
}

function CopyMark({ done }: { done: boolean }) {
  const Icon = done ? Check : Copy;
  return <Icon size={14} strokeWidth={1.5} aria-hidden />;
}

function SnippetText({ snippet, secret }: { snippet: Snippet; secret: ShownSecret }) {
  // A scrollable block must be reachable by keyboard.
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <pre tabIndex={0}>
      {snippet.beforeToken}
      {snippet.withToken && <SecretText secret={secret} />}
      {snippet.afterToken}
    </pre>
  );
}
