import { isAbsolute, normalize } from 'node:path';
import type { ControlResult } from '../../../shared/control.ts';
import { controlFailure } from '../../../shared/failure.ts';
import { parseInstant } from '../../../shared/instant.ts';
import type { SearchRequest } from '../../recover/answer-search.ts';
import { expanded, readLosses } from '../../recover/lost-paths.ts';
import { SearchProcesses } from '../../recover/search-process.ts';
import { ControlError } from '../dispatch.ts';
import { checkedFilter } from './checked-filter.ts';
import type { ControlledHost, HandlersOf } from './controlled-host.ts';
import { fromStore } from './store-answer.ts';

/** Returns a path of the record as this computer has it. A relative one would mean a folder of this process. */
function absoluteOf(path: string): string | undefined {
  const full = normalize(expanded(path));
  return isAbsolute(full) && !full.includes('\0') ? full : undefined;
}

function absolute(path: string): string {
  const full = absoluteOf(path);
  if (full === undefined) throw new ControlError(controlFailure('copy_missing'));
  return full;
}

/** Handles the channels of what is gone. */
export function recoverHandlers({ receipts, commandLine }: ControlledHost): HandlersOf<'recover'> {
  const processes = new SearchProcesses(commandLine);
  const ask = async <R>(request: SearchRequest, name?: string): Promise<R> => {
    const answer = await processes.ask(request, name);
    if ('reason' in answer) throw new ControlError(controlFailure(answer.reason));
    return answer.result as R;
  };
  return {
    'recover.list': (filter) => fromStore(readLosses(receipts, checkedFilter(filter))),
    'recover.states': async ({ paths }) => {
      const known = paths.map(absoluteOf);
      const asked = known.filter((path) => path !== undefined);
      const { there } = await ask<ControlResult<'recover.states'>>({ ask: 'states', paths: asked });
      return { there: known.map((path) => (path === undefined ? null : (there.shift() ?? null))) };
    },
    'recover.copies': ({ path, part, lostAt, search }) =>
      ask<ControlResult<'recover.copies'>>(
        {
          ask: 'copies',
          path: absolute(path),
          part,
          lostAt: lostAt === undefined ? undefined : parseInstant(lostAt),
        },
        search,
      ),
    'recover.stop': ({ search }) => {
      processes.stop(search);
      return {};
    },
    'recover.preview': (chosen) =>
      ask<ControlResult<'recover.preview'>>({
        ask: 'preview',
        ...chosen,
        asked: absolute(chosen.asked),
        path: absolute(chosen.path),
      }),
    'recover.get': (chosen) =>
      ask<ControlResult<'recover.get'>>({
        ask: 'get',
        ...chosen,
        asked: absolute(chosen.asked),
        path: absolute(chosen.path),
      }),
  };
}
