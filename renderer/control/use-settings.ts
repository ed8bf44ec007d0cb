import type { Settings } from '../../shared/settings.ts';
import { announce } from '../components/announcer.tsx';
import { messages } from '../messages/index.ts';
import { useConnection, useQuery } from './control-context.tsx';

/** The settings, and the way to change some of them; a failure is said and the old value stays. */
export function useSettings() {
  const connection = useConnection();
  const query = useQuery('settings.get', {}, ['settings']);
  const change = async (settings: Partial<Settings>): Promise<boolean> => {
    const answer = await connection.call('settings.set', { settings });
    if (!answer.ok) announce(`${messages.general.saveFailed} ${answer.error.message}`);
    query.reload();
    return answer.ok;
  };
  return { settings: query.value?.settings, failure: query.failure, reload: query.reload, change };
}
