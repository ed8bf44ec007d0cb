import { keepsNothing } from '../../../shared/settings.ts';
import { navigate, useRoute } from '../../app/route.ts';
import { RangePicker } from '../../components/range-picker.tsx';
import { Group } from '../../components/setting.tsx';
import { useQuery } from '../../control/control-context.tsx';
import { useSettings } from '../../control/use-settings.ts';
import { useNow } from '../../format/time.ts';
import { edgesOf, RANGES, type RangeName, rangeOf } from '../../format/time-range.ts';
import { messages } from '../../messages/index.ts';
import { NoReceipts } from '../activity/empty-activity.tsx';
import { ActivityOverTime } from '../insight/activity-over-time.tsx';
import { DestinationTable } from '../insight/destination-table.tsx';
import { NotableCounts } from '../insight/notable-counts.tsx';
import { ProjectTable } from '../insight/project-table.tsx';
import { SecretTable } from '../insight/secret-table.tsx';
import { WhatWasReportedGone } from '../recover/what-is-gone.tsx';
import { TitleRow } from '../title-row.tsx';
import { NotSeen } from './not-seen.tsx';
import { NowPanel } from './now-panel.tsx';
import { PartsOfDay } from './parts-of-day.tsx';
import { ProjectMenu } from './project-menu.tsx';

const words = messages.today;
const MINUTE_MS = 60_000;

/** The opening page: what runs, what happened, where prompts went, what was masked and what is missing. */
export function TodayScreen() {
  const { query = {} } = useRoute();
  // The range changes at midnight. Rounding keeps the parameters of the queries equal until then.
  const now = Math.floor(useNow() / MINUTE_MS) * MINUTE_MS;
  const name: RangeName = RANGES.find((range) => range === query.range) ?? 'today';
  const { project } = query;
  const range = rangeOf(name, now);
  const [since, until] = [range.since.toISOString(), range.until.toISOString()];
  const edges = edgesOf(range);
  // A secret that leaked yesterday still has to be replaced, so a day's page shows those of the week.
  const week = name === 'today' ? rangeOf('week', now).since.toISOString() : undefined;
  const isEmpty = useQuery('receipts.count', { filter: {} }, ['receipts']).value?.count === 0;
  const { settings } = useSettings();

  return (
    <>
      <TitleRow title={words.title}>
        <RangePicker
          value={name}
          onChange={(next) => navigate({ screen: 'today', query: { ...query, range: next } })}
        />
        <ProjectMenu
          value={project}
          since={since}
          until={until}
          onChange={(next) => {
            const { project: _, ...others } = query;
            navigate({ screen: 'today', query: next === undefined ? others : { ...others, project: next } });
          }}
        />
      </TitleRow>
      <div className="scroll">
        <div className="insight">
          <NowPanel />
          {isEmpty ? (
            <NoReceipts keepsNothing={settings !== undefined && keepsNothing(settings.privacy, '')} />
          ) : (
            <Answers
              since={since}
              until={until}
              edges={edges}
              week={week}
              project={project}
              isDay={name === 'today' || name === 'yesterday'}
            />
          )}
        </div>
      </div>
    </>
  );
}

interface Asked {
  since: string;
  until: string;
  /** The project that the page is about; undefined for all. */
  project: string | undefined;
}

function Answers(props: Asked & { edges: string[]; week: string | undefined; isDay: boolean }) {
  const { since, until, edges, week, project, isDay } = props;
  const of = project === undefined ? {} : { project };
  return (
    <>
      <ActivityOverTime edges={edges} filter={of} />
      {isDay && <PartsOfDay since={since} until={until} {...of} />}
      <div className="insight__pair">
        <Group title={words.touched}>
          <ProjectTable since={since} until={until} limit={6} {...of} />
          <NotableCounts filter={{ since, until, ...of }} />
        </Group>
        <Group title={words.destinations}>
          <DestinationTable since={since} until={until} {...of} />
        </Group>
      </div>
      <Group title={week === undefined ? words.secrets : words.secretsOfWeek}>
        <SecretTable since={week ?? since} until={until} limit={5} {...of} />
      </Group>
      <WhatWasReportedGone filter={{ since, until, ...of }} title={messages.recover.deleted} />
      <NotSeen since={since} until={until} />
    </>
  );
}
