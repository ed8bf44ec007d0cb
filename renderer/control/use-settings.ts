import type { Settings } from '../../shared/settings.ts';
import { announce } from '../components/announcer.tsx';
import { messages } from '../messages/index.ts';
import { useConnection, useQuery } from './control-context.tsx';

/** Gives the settings and a function that changes some of them. It announces a failure and keeps the old value. */
export function useSettings() {
  const connection = useConnection();
  const query = useQuery('settings.get', {}, ['settings']);
  const change = async (settings: Partial<Settings>): Promise<boolean> => {
    const answer = await connection.call('settings.set', { settings });
    if (!answer.ok) announce(`${messages.general.saveFailed} ${messages.failure(answer.error)}`);
    query.reload();
    return answer.ok;
  };
  return { settings: query.value?.settings, failure: query.failure, reload: query.reload, change };
}
