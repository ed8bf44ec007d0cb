import { shownDigits } from '../../../shared/fingerprint.ts';
import type { SecretSummary } from '../../../shared/insight.ts';
import { hrefOf } from '../../../shared/window-route.ts';
import { secretTitle } from '../../../shared/words/secret-names.ts';
import { MoreLink } from '../../components/more-link.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { None, NotYet } from '../../components/states.tsx';
import { useQuery } from '../../control/control-context.tsx';
import { formatCount } from '../../format/quantity.ts';
import { messages } from '../../messages/index.ts';

const words = messages.secrets;

/** The providers that received a secret in a prompt. */
export const providersOf = (secret: SecretSummary): string[] => [
  ...new Set(
    secret.places.flatMap(({ event, destination }) =>
      event === 'prompt.submitted' ? [destination ?? messages.today.unknownDestination] : [],
    ),
  ),
];

/** Secrets by their last sighting. A row leads to everything that is known of its secret. */
export function SecretTable(props: { since?: string; until?: string; project?: string; limit?: number }) {
  const { limit = Number.POSITIVE_INFINITY, ...range } = props;
  const params = Object.fromEntries(Object.entries(range).filter(([, value]) => value !== undefined));
  const query = useQuery('secrets.list', params, ['receipts']);
  const secrets = query.value?.secrets ?? [];
  if (query.value === undefined) return <NotYet query={query} />;
  if (secrets.length === 0) return <None query={query}>{messages.today.noSecrets}</None>;
  return (
    <>
      <div className="card table-card">
        <table className="data">
          <thead>
            <tr>
              <th scope="col">{words.kind}</th>
              <th scope="col">{words.fingerprint}</th>
              <th scope="col" className="data__number">
                {words.seen}
              </th>
              <th scope="col">{words.last}</th>
              <th scope="col">{words.providers}</th>
              <th scope="col">{words.status}</th>
            </tr>
          </thead>
          <tbody>
            {secrets.slice(0, limit).map((secret) => (
              <SecretRow key={secret.fingerprint} secret={secret} />
            ))}
          </tbody>
        </table>
      </div>
      <MoreLink
        shown={limit}
        of={secrets.length}
        what={messages.today.moreSecrets}
        href={hrefOf({ screen: 'secrets' })}
      />
    </>
  );
}

function SecretRow({ secret }: { secret: SecretSummary }) {
  const providers = providersOf(secret);
  return (
    <tr>
      <th scope="row" className="data__wrapped">
        <a href={hrefOf({ screen: 'secrets', detail: secret.fingerprint })}>{secretTitle(secret)}</a>
      </th>
      <td>
        <code>{shownDigits(secret.fingerprint)}</code>
      </td>
      <td className="data__number numeric">{formatCount(secret.sightings)}</td>
      <td className="secondary">
        <RelativeTime instant={secret.lastAt} />
      </td>
      <td className="truncate" dir="auto" title={providers.join(', ')}>
        {providers.length === 0 ? <span className="secondary">–</span> : providers.join(', ')}
      </td>
      <td>
        <SecretStatus secret={secret} exposed={providers.length > 0} />
      </td>
    </tr>
  );
}

/** Says whether a secret should be replaced: a provider received it, or it was seen after its replacement. */
function SecretStatus({ secret, exposed }: { secret: SecretSummary; exposed: boolean }) {
  if (secret.rotatedAt !== null) {
    return secret.sinceRotation > 0 ? (
      <span className="chip" data-tone="attention">
        {messages.today.seenAgain(secret.sinceRotation)}
      </span>
    ) : (
      <span className="chip">{words.rotated}</span>
    );
  }
  return exposed ? (
    <span className="chip" data-tone="attention">
      {words.exposed}
    </span>
  ) : (
    <span className="secondary">–</span>
  );
}
