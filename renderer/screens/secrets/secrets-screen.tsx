import { ArrowLeft, KeyRound } from 'lucide-react';
import type { SecretSummary } from '../../../shared/insight.ts';
import { hrefOf } from '../../../shared/window-route.ts';
import { secretTitle } from '../../../shared/words/secret-names.ts';
import { secretPlace } from '../../../shared/words/secret-places.ts';
import { announce } from '../../components/announcer.tsx';
import { Button } from '../../components/button.tsx';
import { FigureLink } from '../../components/figure-link.tsx';
import { Group } from '../../components/setting.tsx';
import { Callout, Empty, None, NotYet } from '../../components/states.tsx';
import { type Query, useConnection, useQuery } from '../../control/control-context.tsx';
import { exactTime, useNow } from '../../format/time.ts';
import { edgesOf, rangeOf } from '../../format/time-range.ts';
import { messages } from '../../messages/index.ts';
import { timeline } from '../activity/filter-state.ts';
import { ActivityOverTime } from '../insight/activity-over-time.tsx';
import { providersOf, SecretTable } from '../insight/secret-table.tsx';
import { TitleRow } from '../title-row.tsx';

const words = messages.secrets;
const HOUR_MS = 3_600_000;

/** All secrets that were masked, or one of them. */
export function SecretsScreen({ detail }: { detail: string | undefined }) {
  const query = useQuery('secrets.list', {}, ['receipts']);
  const secrets = query.value?.secrets;
  if (detail !== undefined) {
    const secret = secrets?.find(({ fingerprint }) => fingerprint === detail);
    return <Secret secret={secret} query={query} />;
  }
  return (
    <>
      <TitleRow title={words.title} />
      <div className="scroll">
        <div className="insight">
          {secrets?.length === 0 ? (
            <Empty icon={KeyRound} title={words.noneTitle} text={words.noneText} query={query} />
          ) : (
            <>
              <p className="group__note">{words.note}</p>
              <SecretTable />
            </>
          )}
        </div>
      </div>
    </>
  );
}

function Secret(props: { secret: SecretSummary | undefined; query: Query<'secrets.list'> }) {
  const { secret, query } = props;
  const now = Math.floor(useNow() / HOUR_MS) * HOUR_MS;
  return (
    <>
      <TitleRow
        title={secret === undefined ? words.title : secretTitle(secret)}
        isLoading={query.value === undefined}
      >
        <a className="button" data-look="quiet" href={hrefOf({ screen: 'secrets' })}>
          <ArrowLeft size={14} strokeWidth={1.5} aria-hidden />
          <span className="title-row__action">{words.back}</span>
        </a>
      </TitleRow>
      <div className="scroll">
        <div className="insight">
          {secret === undefined ? (
            query.value === undefined ? (
              <NotYet query={query} />
            ) : (
              <None query={query}>{words.gone}</None>
            )
          ) : (
            <>
              <SecretFacts secret={secret} reload={query.reload} />
              <Group title={words.places}>
                <Places secret={secret} />
              </Group>
              <ActivityOverTime
                edges={edgesOf(rangeOf('quarter', now))}
                filter={{ fingerprint: secret.fingerprint }}
                title={words.overTime}
              />
            </>
          )}
        </div>
      </div>
    </>
  );
}

function SecretFacts({ secret, reload }: { secret: SecretSummary; reload(): unknown }) {
  const connection = useConnection();
  const set = async (at: string | null): Promise<boolean> => {
    const answer = await connection.call('secrets.rotated', { fingerprint: secret.fingerprint, at });
    if (!answer.ok) announce(messages.failure(answer.error));
    reload();
    return answer.ok;
  };
  const mark = async (at: string | null) => {
    const before = secret.rotatedAt;
    if (await set(at)) announce(at === null ? words.unmarked : words.marked, () => void set(before));
  };
  const { fingerprint, sightings, firstAt, lastAt, rotatedAt, sinceRotation, integrations } = secret;
  const facts: [string, string][] = [
    [words.fingerprint, fingerprint],
    [words.seen, messages.today.sightings(sightings)],
    [words.first, exactTime(firstAt)],
    [words.last, exactTime(lastAt)],
    [words.agents, integrations.join(', ')],
    ...(rotatedAt === null
      ? []
      : ([
          [
            words.rotatedOn,
            `${exactTime(rotatedAt)}${sinceRotation > 0 ? `; ${messages.today.seenAgain(sinceRotation)}` : ''}`,
          ],
        ] as [string, string][])),
  ];
  return (
    <>
      {rotatedAt === null && providersOf(secret).length > 0 && (
        <Callout tone="attention">{words.rotateNote}</Callout>
      )}
      <section className="card card__body story__facts">
        <dl className="facts">
          {facts.map(([name, value]) => (
            <div key={name} className="facts__pair">
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
        <div className="detail__actions">
          <Button onClick={() => void mark(rotatedAt === null ? new Date().toISOString() : null)}>
            {rotatedAt === null ? words.markRotated : words.unmark}
          </Button>
          <a className="button" href={hrefOf(timeline({ fingerprint }))}>
            {words.toTimeline}
          </a>
        </div>
      </section>
    </>
  );
}

/** Sightings by place. */
function Places({ secret: { places, fingerprint } }: { secret: SecretSummary }) {
  return (
    <div className="card table-card">
      <table className="data">
        <thead>
          <tr>
            <th scope="col">{words.place}</th>
            <th scope="col" className="data__number">
              {words.seen}
            </th>
          </tr>
        </thead>
        <tbody>
          {places.map((place) => {
            const { event, destination, sightings } = place;
            const filter = { fingerprint, event, ...(destination === null ? {} : { destination }) };
            return (
              <tr key={`${event} ${destination}`}>
                <th scope="row" dir="auto">
                  {secretPlace(place)}
                </th>
                <td className="data__number">
                  <FigureLink count={sightings} filter={filter} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
