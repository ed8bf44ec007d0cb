import { ListFilter } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ReceiptFilter } from '../../../shared/control.ts';
import type { NotableKind } from '../../../shared/insight.ts';
import { type MaskSpan, masksAt } from '../../../shared/masks.ts';
import { isNormalisation, type Receipt } from '../../../shared/receipt.ts';
import { hrefOf } from '../../../shared/window-route.ts';
import { outcomeSentence } from '../../../shared/words/coverage.ts';
import { IntegrationName } from '../../components/integration-name.tsx';
import { cut, MaskedText } from '../../components/masked-text.tsx';
import { useQuery } from '../../control/control-context.tsx';
import { useProjectName } from '../../control/project-names.tsx';
import { messages } from '../../messages/index.ts';

const words = messages.receipt;

/** Gives the address of the timeline with a filter. */
export type HrefOfFilter = (filter: ReceiptFilter) => string;

/** The members whose value is a name. Each leads to the receipts that have the same one. */
const FILTER_OF_MEMBER: Readonly<Record<string, (value: string) => ReceiptFilter>> = {
  destination: (destination) => ({ destination }),
  path: (path) => ({ path }),
  previousPath: (path) => ({ path }),
  toolName: (tool) => ({ tool }),
  mcpServer: (mcp) => ({ mcp }),
  mode: (mode) => ({ mode }),
  model: (model) => ({ model }),
};

/** The members that are texts to read. Each has a box. */
const TEXTS = ['content', 'command', 'toolInput'];
/** A longer value is a text, too. */
const MAX_NAME = 300;

/** Whether a member is shown as a line with its name, and not as a text in a box. */
export const isFact = (member: string, value: unknown): value is string | number | boolean =>
  !TEXTS.includes(member) &&
  (typeof value === 'number' ||
    typeof value === 'boolean' ||
    (typeof value === 'string' && value.length <= MAX_NAME && !value.includes('\n')));

/** One fact with its name. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

const masksOf = ({ redaction }: Receipt) => redaction.findings.filter((finding) => !isNormalisation(finding));

export const memberName = (name: string): string => words.members[name] ?? name;

const linksTo = (member: string, value: string, hrefOfFilter: HrefOfFilter) => {
  const filterOf = FILTER_OF_MEMBER[member];
  return filterOf === undefined ? undefined : hrefOfFilter(filterOf(value));
};

function FilterLink({ label, href }: { label: string; href: string }) {
  return (
    <a className="filter-link" aria-label={label} title={label} href={href}>
      <ListFilter size={14} strokeWidth={1.5} aria-hidden />
    </a>
  );
}

/** A value with its masks. A mask that leads to its secret cannot be inside another link. */
function FactValue({
  text,
  masks,
  href,
}: {
  text: string;
  masks: readonly MaskSpan[];
  href: string | undefined;
}) {
  const named = <MaskedText pieces={cut(text, masks)} />;
  return href === undefined || masks.length > 0 ? named : <a href={href}>{named}</a>;
}

/** Who reported, and the names in the report. Each leads to its page, or to the receipts with the same name. */
export function ReceiptLinks(props: {
  receipt: Receipt;
  kinds: readonly NotableKind[];
  hrefOfFilter: HrefOfFilter;
}) {
  const { receipt, kinds, hrefOfFilter } = props;
  const { integration, data } = receipt;
  const findings = masksOf(receipt);
  const outcome = outcomeSentence(receipt);
  return (
    <dl className="facts detail__links">
      <Fact name={words.integration}>
        <a title={words.onlyIntegration} href={hrefOfFilter({ integrationId: integration.id })}>
          <IntegrationName name={integration.name} />
        </a>
      </Fact>
      <SessionFact receipt={receipt} hrefOfFilter={hrefOfFilter} />
      <PlaceFacts receipt={receipt} hrefOfFilter={hrefOfFilter} />
      {outcome !== undefined && <Fact name={words.outcome}>{outcome}</Fact>}
      {kinds.length > 0 && (
        <Fact name={words.kinds}>
          {kinds.map((kind) => (
            <a key={kind} className="detail__kind" href={hrefOfFilter({ notable: kind })}>
              {messages.notable[kind]}
            </a>
          ))}
        </Fact>
      )}
      {Object.entries(data).map(([member, value]) => {
        if (member === 'cwd' || !isFact(member, value)) return null;
        const text = String(value);
        return (
          <Fact key={member} name={memberName(member)}>
            <FactValue
              text={text}
              masks={masksAt(findings, `/${member}`)}
              href={linksTo(member, text, hrefOfFilter)}
            />
          </Fact>
        );
      })}
    </dl>
  );
}

function SessionFact({ receipt, hrefOfFilter }: { receipt: Receipt; hrefOfFilter: HrefOfFilter }) {
  const { id, key } = receipt.session;
  const title = useQuery('sessions.get', { key }, [], id !== '').value?.session;
  if (id === '') return <Fact name={words.session}>{words.noSession}</Fact>;
  return (
    <Fact name={words.session}>
      <a title={id} href={hrefOf({ screen: 'sessions', detail: String(key) })}>
        {(title?.key === key ? title.title : null) ?? id}
      </a>{' '}
      <FilterLink label={words.onlySession} href={hrefOfFilter({ sessionKey: key })} />
    </Fact>
  );
}

/** The project and the file, as the line of the receipt has them, and the folder of the report where that is another one. */
function PlaceFacts({ receipt, hrefOfFilter }: { receipt: Receipt; hrefOfFilter: HrefOfFilter }) {
  const { cwd, path: reported } = receipt.data;
  const findings = masksOf(receipt);
  const nameOf = useProjectName();
  const line = useQuery('receipts.query', { around: receipt.id, limit: 1 }, []).value?.receipts[0];
  const { project, path } = line?.id === receipt.id ? line.context : {};
  return (
    <>
      {project !== undefined && (
        <Fact name={words.project}>
          <a title={project} href={hrefOf({ screen: 'projects', detail: project })}>
            {nameOf(project)}
          </a>{' '}
          <FilterLink label={words.onlyProject} href={hrefOfFilter({ project })} />
        </Fact>
      )}
      {isFact('cwd', cwd) && cwd !== project && (
        <Fact name={memberName('cwd')}>
          <FactValue text={String(cwd)} masks={masksAt(findings, '/cwd')} href={undefined} />
        </Fact>
      )}
      {path !== undefined && reported === undefined && (
        <Fact name={memberName('path')}>
          <a href={hrefOfFilter({ path })}>{path}</a>
        </Fact>
      )}
    </>
  );
}
